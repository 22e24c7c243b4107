/** The version of the keys and of the changes. */
export const STREAM_FORMAT = "1";

/**
 * The keys of a stream:
 *
 * - `stream`: the changes; change n has the id n-0;
 * - `facts`, a hash: format, settings, base (the chain of the first model), ready, last, chain, trimmed;
 * - `known`, a hash: the class of each known document by its digest;
 * - `senders`, a hash: for each host the sequence of its last change, and the token of its process;
 * - `hosts`, a hash: for each host the number that its model file has, and the time when it was told.
 */
type StreamKey = "stream" | "facts" | "known" | "senders" | "hosts";

/** Returns a key of a stream. The braces keep all of them on one server of a cluster. */
export function streamKey(name: string, key: StreamKey): string {
  return `thresher:{${name}}:${key}`;
}

/**
 * KEYS: facts, stream, senders, hosts. ARGV: format, host, token, n, chain, settings, the number that its model
 * file has.
 */
const JOIN = `
local function isOurs(last)
  if redis.call('EXISTS', KEYS[2]) == 0 then return true end
  local stream = redis.pcall('XINFO', 'STREAM', KEYS[2])
  for i = 1, #stream, 2 do
    if stream[i] == 'last-generated-id' then return stream[i + 1] == last .. '-0' end
  end
  return false
end
local facts = redis.call('HMGET', KEYS[1], 'format', 'settings', 'base', 'ready', 'last', 'chain', 'trimmed')
local n = tonumber(ARGV[4])
if not facts[1] then
  if n > 0 then return {'gone'} end
  redis.call('HSET', KEYS[1], 'format', ARGV[1], 'settings', ARGV[6], 'base', ARGV[5], 'ready', '0',
    'last', '0', 'chain', ARGV[5], 'trimmed', '0')
  facts = {ARGV[1], ARGV[6], ARGV[5], '0', '0', ARGV[5], '0'}
end
if facts[1] ~= ARGV[1] then return {'format'} end
if facts[2] ~= ARGV[6] then return {'settings'} end
local last, trimmed = tonumber(facts[5]), tonumber(facts[7])
if not isOurs(facts[5]) then return {'foreign', facts[5]} end
if n > last then return {'lost', facts[5]} end
if n == 0 then
  if facts[3] ~= ARGV[5] then return {'base'} end
elseif n == last then
  if facts[6] ~= ARGV[5] then return {'other'} end
elseif n >= trimmed then
  local at = redis.call('XRANGE', KEYS[2], n .. '-0', n .. '-0')
  if #at == 0 then return {'hole', facts[5]} end
  local fields = at[1][2]
  for i = 1, #fields, 2 do
    if fields[i] == 'c' and fields[i + 1] ~= ARGV[5] then return {'other'} end
  end
end
if n < trimmed then return {'trimmed', facts[7]} end
if n < last and #redis.call('XRANGE', KEYS[2], n + 1 .. '-0', n + 1 .. '-0') == 0 then return {'hole', facts[5]} end
redis.call('HSET', KEYS[3], ARGV[2] .. ':token', ARGV[3])
redis.call('HSET', KEYS[4], ARGV[2], ARGV[7] .. ':' .. redis.call('TIME')[1])
return {'ok', facts[4], redis.call('HGET', KEYS[3], ARGV[2]) or '0'}`;

/** KEYS: facts, known. ARGV: whether these are the last, then digests and labels. */
const SEED = `
if redis.call('HGET', KEYS[1], 'ready') ~= '0' then return 0 end
if #ARGV > 1 then redis.call('HSET', KEYS[2], unpack(ARGV, 2)) end
if ARGV[1] == '1' then redis.call('HSET', KEYS[1], 'ready', '1') end
return 1`;

/**
 * Compares the class of a document with the known one, and adds the change that follows.
 *
 * Changes that are sent together must follow each other. If a change failed, it is sent again with all changes
 * after it.
 *
 * The change is appended before anything else is written, because Redis does not undo what a script has written before
 * a command fails.
 *
 * KEYS: facts, stream, known, senders. ARGV: host, token, sequence, kind, digest, label, counted, whether it is
 * the first.
 */
const SEND = `
local facts = redis.call('HMGET', KEYS[1], 'ready', 'last', 'chain')
if facts[1] ~= '1' then return {'refused', 'the stream is gone or not ready yet'} end
local sender = redis.call('HMGET', KEYS[4], ARGV[1] .. ':token', ARGV[1])
if sender[1] ~= ARGV[2] then return {'replaced'} end
if tonumber(ARGV[3]) <= tonumber(sender[2] or '0') then return {'sent before', facts[2]} end
if ARGV[8] ~= '1' and tonumber(ARGV[3]) ~= tonumber(sender[2] or '0') + 1 then
  return {'refused', 'a change before this one was not taken'}
end
local kind, digest, label, counted = ARGV[4], ARGV[5], ARGV[6], ARGV[7]
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
  redis.call('HSET', KEYS[4], ARGV[1], ARGV[3])
  return {outcome, facts[2]}
end
local n = string.format('%.0f', tonumber(facts[2]) + 1)
local chain = redis.sha1hex(facts[3] .. ':' .. kind .. ':' .. digest .. ':' .. #label .. ':' .. label .. ':' .. counted)
local added = redis.pcall('XADD', KEYS[2], n .. '-0', 'k', kind, 'd', digest, 'l', label, 'b', counted, 'c', chain)
if type(added) == 'table' and added.err then return {'refused', 'the stream takes no changes: ' .. added.err} end
if outcome == 'unlearned' then
  redis.call('HDEL', KEYS[3], digest)
else
  redis.call('HSET', KEYS[3], digest, label)
end
redis.call('HSET', KEYS[1], 'last', n, 'chain', chain)
redis.call('HSET', KEYS[4], ARGV[1], ARGV[3])
return {outcome, n}`;

/**
 * Notes how far the model file of a host is, and removes the changes that all files of living hosts have. A host that
 * has not told for long is forgotten. The time is that of Redis, so clocks of hosts do not matter.
 *
 * KEYS: facts, stream, hosts. ARGV: host, n, seconds after which a host is forgotten.
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
