/*
 * The scripts in Lua that change a shared stream in Redis. Redis runs each script as one step, so hosts do not disturb
 * each other.
 */

/** The version of the keys and of the changes. A host with another version is refused. */
export const STREAM_FORMAT = "1";

/**
 * The keys of a stream:
 *
 * - `stream`: the changes; change n has the id n-0;
 * - `facts`, a hash: `format`; `settings`, a digest of the settings of the models; `base`, the chain of the first model;
 *   `ready`, 1 when the documents that the first model knew are in `known`; `last`, the number of the last change;
 *   `chain`, the digest after it (see `chainAfter`); `trimmed`: the changes before this number may be removed;
 * - `known`, a hash: the class of each known document by its digest;
 * - `senders`, a hash: for each host the sequence of its last change, and the token of its process;
 * - `hosts`, a hash: for each host the number of the last change that its model file has, and the time when it was told.
 */
type StreamKey = "stream" | "facts" | "known" | "senders" | "hosts";

/** Returns a key of a stream. The braces keep all of them on one server of a cluster. */
export function streamKey(name: string, key: StreamKey): string {
  return `thresher:{${name}}:${key}`;
}

/**
 * Registers a host, if its model has followed this very stream: the chain after its last change `n` must be the one
 * that the stream has there, and the changes after `n` must still be in the stream. The first host of all makes the
 * stream, and its model is the first model.
 *
 * KEYS: facts, stream, senders, hosts. ARGV: format, host, token, n, chain, settings, the number of the last
 * change that its model file has.
 *
 * Returns `ok`, `ready`, and the sequence of the last change that the host has sent. Otherwise, returns the reason,
 * some with a number: `joinRefusal` has the meaning of each.
 */
const JOIN = `
local myFormat, host, token, n, myChain, mySettings, kept = unpack(ARGV)
n = tonumber(n)
local function changeAt(number)
  return redis.call('XRANGE', KEYS[2], number .. '-0', number .. '-0')[1]
end
-- Whether the stream ends with its last change: nothing else may have written to it.
local function isOurs(last)
  if redis.call('EXISTS', KEYS[2]) == 0 then return true end
  local stream = redis.pcall('XINFO', 'STREAM', KEYS[2])
  for i = 1, #stream, 2 do
    if stream[i] == 'last-generated-id' then return stream[i + 1] == last .. '-0' end
  end
  return false
end
local facts = redis.call('HMGET', KEYS[1], 'format', 'settings', 'base', 'ready', 'last', 'chain', 'trimmed')
if not facts[1] then
  if n > 0 then return {'gone'} end
  facts = {myFormat, mySettings, myChain, '0', '0', myChain, '0'}
  redis.call('HSET', KEYS[1], 'format', facts[1], 'settings', facts[2], 'base', facts[3], 'ready', facts[4],
    'last', facts[5], 'chain', facts[6], 'trimmed', facts[7])
end
local format, settings, base, ready, last, chain, trimmed = unpack(facts)
if format ~= myFormat then return {'format'} end
if settings ~= mySettings then return {'settings'} end
if not isOurs(last) then return {'foreign', last} end
if n > tonumber(last) then return {'lost', last} end
-- The chain after change n must be the same in the model and in the stream.
if n == 0 then
  if base ~= myChain then return {'base'} end
elseif n == tonumber(last) then
  if chain ~= myChain then return {'other'} end
elseif n >= tonumber(trimmed) then
  local change = changeAt(n)
  if not change then return {'hole', last} end
  local fields = change[2]
  for i = 1, #fields, 2 do
    if fields[i] == 'c' and fields[i + 1] ~= myChain then return {'other'} end
  end
end
-- The changes after n must be there.
if n < tonumber(trimmed) then return {'trimmed', trimmed} end
if n < tonumber(last) and not changeAt(n + 1) then return {'hole', last} end
redis.call('HSET', KEYS[3], host .. ':token', token)
redis.call('HSET', KEYS[4], host, kept .. ':' .. redis.call('TIME')[1])
return {'ok', ready, redis.call('HGET', KEYS[3], host) or '0'}`;

/**
 * Adds classes of documents that the first model knows. After the last ones, the stream is ready for changes.
 *
 * KEYS: facts, known. ARGV: 1 if these are the last, then digests and labels in turn. Returns 0 if the stream is gone
 * or was ready before; nothing is added then.
 */
const SEED = `
if redis.call('HGET', KEYS[1], 'ready') ~= '0' then return 0 end
if #ARGV > 1 then redis.call('HSET', KEYS[2], unpack(ARGV, 2)) end
if ARGV[1] == '1' then redis.call('HSET', KEYS[1], 'ready', '1') end
return 1`;

/**
 * Compares the class of a document with the known one, and adds the change that follows. If another class is known, `learn`
 * becomes `relabel`, without the counts, because the hosts have them.
 *
 * Changes that are sent together must follow each other. If a change failed, it is sent again with all changes
 * after it.
 *
 * The change is appended before anything else is written, because Redis does not undo what a script has written before
 * a command fails.
 *
 * Numbers are written with `%.0f`, because Lua would write large ones with an exponent.
 *
 * KEYS: facts, stream, known, senders. ARGV: host; token; sequence; kind: `learn`, `relabel`, `unlearn` or `forget`, which
 * does the same as `unlearn`; digest; label, empty for the last two kinds; counted, the counts of the terms of the document,
 * empty unless it is learned; 1 if it is the first change of those that are sent together.
 *
 * Returns the outcome and the number of the last change of the stream; `refused` and why; or `replaced` if another
 * process of the host has joined since.
 */
const SEND = `
local host, token, sequence, kind, digest, label, counted, isFirst = unpack(ARGV)
local ready, last, chain = unpack(redis.call('HMGET', KEYS[1], 'ready', 'last', 'chain'))
if ready ~= '1' then return {'refused', 'the stream is gone or not ready yet'} end
local joined, sent = unpack(redis.call('HMGET', KEYS[4], host .. ':token', host))
if joined ~= token then return {'replaced'} end
if tonumber(sequence) <= tonumber(sent or '0') then return {'sent before', last} end
if isFirst ~= '1' and tonumber(sequence) ~= tonumber(sent or '0') + 1 then
  return {'refused', 'a change before this one was not taken'}
end
local before = redis.call('HGET', KEYS[3], digest)
local outcome
if kind == 'unlearn' or kind == 'forget' then
  outcome = before and 'unlearned' or 'unknown'
elseif before == label then
  outcome = 'known'
elseif before then
  outcome, kind, counted = 'relabelled', 'relabel', ''
else
  outcome = kind == 'learn' and 'learned' or 'unknown'
end
if outcome == 'known' or outcome == 'unknown' then
  redis.call('HSET', KEYS[4], host, sequence)
  return {outcome, last}
end
local n = string.format('%.0f', tonumber(last) + 1)
chain = redis.sha1hex(chain .. ':' .. kind .. ':' .. digest .. ':' .. #label .. ':' .. label .. ':' .. counted)
local added = redis.pcall('XADD', KEYS[2], n .. '-0', 'k', kind, 'd', digest, 'l', label, 'b', counted, 'c', chain)
if type(added) == 'table' and added.err then return {'refused', 'the stream takes no changes: ' .. added.err} end
if outcome == 'unlearned' then
  redis.call('HDEL', KEYS[3], digest)
else
  redis.call('HSET', KEYS[3], digest, label)
end
redis.call('HSET', KEYS[1], 'last', n, 'chain', chain)
redis.call('HSET', KEYS[4], host, sequence)
return {outcome, n}`;

/**
 * Notes how far the model file of a host is, and removes the changes that all files of living hosts have. A host that
 * has not told for long is forgotten. The time is that of Redis, so clocks of hosts do not matter.
 *
 * KEYS: facts, stream, hosts. ARGV: host, n, seconds after which a host is forgotten. Returns 0 and does nothing if
 * `n` cannot be a position in this stream.
 */
const KEEP = `
local now = tonumber(redis.call('TIME')[1])
local last = tonumber(redis.call('HGET', KEYS[1], 'last') or '0')
local trimmed = tonumber(redis.call('HGET', KEYS[1], 'trimmed') or '0')
local own = tonumber(ARGV[2])
if own < trimmed or own > last then return 0 end
redis.call('HSET', KEYS[3], ARGV[1], ARGV[2] .. ':' .. now)
local least = own
local hosts = redis.call('HGETALL', KEYS[3])
for i = 1, #hosts, 2 do
  local n, seen = hosts[i + 1]:match('^(%d+):(%d+)$')
  if not n or now - tonumber(seen) > tonumber(ARGV[3]) then
    redis.call('HDEL', KEYS[3], hosts[i])
  else
    least = math.min(least, tonumber(n))
  end
end
if least > trimmed then
  local id = string.format('%.0f', least)
  redis.call('XTRIM', KEYS[2], 'MINID', id .. '-0')
  redis.call('HSET', KEYS[1], 'trimmed', id)
end
return 1`;

/** The scripts by name, each with its keys. */
export const SCRIPTS = {
  join: { keys: ["facts", "stream", "senders", "hosts"], lua: JOIN },
  seed: { keys: ["facts", "known"], lua: SEED },
  send: { keys: ["facts", "stream", "known", "senders"], lua: SEND },
  keep: { keys: ["facts", "stream", "hosts"], lua: KEEP },
} as const;
/** The name of a script. */
export type ScriptName = keyof typeof SCRIPTS;
