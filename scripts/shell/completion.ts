import type { Command, Option } from "commander";
import { fullName, withoutGroups } from "../../src/cli/options/options.js";

/** The names under which the command is installed. */
const NAMES = ["thresher", "text-thresher"];

/** The words that may follow an option, "files" for a path, or undefined for any text; null if no value follows. */
function valuesOf({ required, optional, argChoices, flags }: Option): readonly string[] | "files" | undefined | null {
  if (!required && !optional) return null;
  if (argChoices !== undefined) return argChoices;
  return /[<[](?:file|folder|path|path\|port|table|journal)[>\]]/.test(flags) ? "files" : undefined;
}

/** The options of a command that help shows, `--help` included. */
function optionsOf(command: Command): readonly Option[] {
  return command.createHelp().visibleOptions(command);
}

/** Whether a command has subcommands. */
function isGroup({ commands }: Command): boolean {
  return commands.length > 0;
}

/** The words that the arguments of a command can be, such as its subcommands; undefined for files. */
function argumentsOf({ registeredArguments, commands }: Command): readonly string[] | undefined {
  if (commands.length > 0) return commands.map((command) => command.name());
  return registeredArguments.find(({ argChoices }) => argChoices !== undefined)?.argChoices;
}

/** The beginning of a description: what fits beside an option. */
function brief(text: string): string {
  return text.split(/[;:(]/, 1)[0].trim();
}

/** The completion script for bash. */
export function bashCompletion(program: Command): string {
  const flags = (command: Command) =>
    optionsOf(command).flatMap(({ short, long }) => [short, long].filter((flag) => flag != null));
  const commands = withoutGroups(program.commands);
  const values = commands.flatMap((command) =>
    optionsOf(command).flatMap((option) => {
      const after = valuesOf(option);
      if (after === null || after === "files")
        return after === null ? [] : [`    ${patterns(command, option)}) return ;;`];
      const words = after === undefined ? "compopt +o default +o bashdefault" : reply(after);
      return [`    ${patterns(command, option)}) ${words}; return ;;`];
    }),
  );
  const words = commands.map((command) => `      "${fullName(command)}") ${reply(flags(command))} ;;`);
  const choices = program.commands.flatMap((command) => {
    const own = argumentsOf(command);
    return own === undefined ? [] : [`    ${command.name()}) ${reply(own)} ;;`];
  });
  const groups = program.commands.filter(isGroup).map((command) => command.name());
  return `# Bash completion for thresher. Load it with: source <(thresher completion bash)
_thresher() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} name= i
  COMPREPLY=()
  # Bash takes --option=value for three words.
  if [[ $cur == "=" ]]; then
    cur=
  elif [[ $prev == "=" ]]; then
    prev=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ \${COMP_WORDS[i]} != -* ]]; then
      name+=\${name:+ }\${COMP_WORDS[i]}
      [[ " ${groups.join(" ")} " == *" $name "* ]] || break
    fi
  done
  if [[ -z $name ]]; then
    ${reply([...program.commands.map((command) => command.name()), "--help", "--version"])}
    return
  fi
  case "$name $prev" in
${values.join("\n")}
  esac
  if [[ $cur == -* ]]; then
    case $name in
${words.join("\n")}
    esac
    return
  fi
  case $name in
${choices.join("\n")}
  esac
}
complete -o default -o bashdefault -F _thresher ${NAMES.join(" ")}
`;
}

function patterns(command: Command, { short, long }: Option): string {
  return [short, long].flatMap((flag) => (flag == null ? [] : [`"${fullName(command)} ${flag}"`])).join(" | ");
}

function reply(words: readonly string[]): string {
  return `COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$cur"))`;
}

/** The completion script for zsh, to be sourced or put into a folder of \`$fpath\` as `_thresher`. */
export function zshCompletion(program: Command): string {
  const cases = program.commands.flatMap((command) => {
    const own = `        ${command.name()})\n          ${zshArguments(command)}\n          ;;`;
    const inner = command.commands.map((sub) => `            ${sub.name()}) ${zshArguments(sub)} ;;`);
    if (inner.length === 0) return own;
    const shifted = "words=($words[2,-1]); (( CURRENT-- ))";
    return `        ${command.name()})
          if (( CURRENT == 2 )); then
            ${zshArguments(command)}
            return
          fi
          ${shifted}
          case $words[1] in
${inner.join("\n")}
          esac
          ;;`;
  });
  const names = program.commands.map((command) =>
    quoted(`${command.name()}:${brief(command.description()).replaceAll(":", "\\:")}`),
  );
  return `#compdef ${NAMES.join(" ")}
# Zsh completion for thresher. Load it with: source <(thresher completion zsh)
_thresher() {
  local curcontext=$curcontext state line
  typeset -A opt_args
  _arguments -C '(- *)--help[show help]' '(- *)--version[print the version]' '1:command:->command' '*::argument:->argument'
  case $state in
    command)
      local -a commands=(
        ${names.join("\n        ")}
      )
      _describe command commands
      ;;
    argument)
      case $words[1] in
${cases.join("\n")}
      esac
      ;;
  esac
}
if [[ $funcstack[1] == _thresher ]]; then
  _thresher "$@"
else
  compdef _thresher ${NAMES.join(" ")}
fi
`;
}

/** The arguments and options of a command, for zsh. */
function zshArguments(command: Command): string {
  const choices = argumentsOf(command);
  const arguments_ = choices === undefined ? "*:file:_files" : `1:word:(${choices.join(" ")})`;
  const specs = [arguments_, ...optionsOf(command).flatMap(zshSpecs)].map(quoted);
  return `_arguments -s ${specs.join(" \\\n            ")}`;
}

function zshSpecs(option: Option): string[] {
  const { short, long, description } = option;
  const values = valuesOf(option);
  const text = brief(description).replace(/[[\]:\\]/g, "\\$&");
  const separator = option.optional ? "::" : ":";
  const action = values === "files" ? "_files" : values == null ? " " : `(${values.join(" ")})`;
  const value = values === null ? "" : `${separator}value:${action}`;
  const repeats = description.includes("(repeatable)") ? "*" : "";
  const flags = [short, long].flatMap((flag) => (flag == null ? [] : [flag]));
  const others = flags.length > 1 && repeats === "" ? `(${flags.join(" ")})` : repeats;
  return flags.map((flag) => `${others}${flag}[${text}]${value}`);
}

/** A word of a POSIX shell in single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The completion script for fish. */
export function fishCompletion(program: Command): string {
  const lines = program.commands.flatMap((command) => {
    const condition = `-n '__thresher_command ${command.name()}'`;
    const choices = argumentsOf(command);
    return [
      `complete -c thresher -n __thresher_no_command -f -a ${command.name()} -d ${fishText(brief(command.description()))}`,
      ...(choices === undefined ? [] : [`complete -c thresher ${condition} -f -a ${fishText(choices.join(" "))}`]),
      ...withoutGroups([command]).flatMap((each) =>
        optionsOf(each).map(
          (option) => `complete -c thresher -n '__thresher_command ${fullName(each)}' ${fishOption(option)}`,
        ),
      ),
    ];
  });
  return `# Fish completion for thresher. Load it with: thresher completion fish | source
function __thresher_no_command
    test (count (commandline -opc)) -eq 1
end
function __thresher_command
    set -l words (commandline -opc)
    test (count $words) -gt 1; and string match -q -- "$argv *" "$words[2..-1] "
end
complete -c thresher -n __thresher_no_command -f -l help -d 'show help'
complete -c thresher -n __thresher_no_command -f -l version -d 'print the version'
${lines.join("\n")}
complete -c text-thresher -w thresher
`;
}

function fishOption(option: Option): string {
  const { short, long, description } = option;
  const values = valuesOf(option);
  const takes = values === "files" ? ["-r"] : option.required ? ["-x"] : [];
  const choices = Array.isArray(values) ? [`-f -a ${fishText(values.join(" "))}`] : [];
  return [
    ...(short == null ? [] : [`-s ${short.slice(1)}`]),
    ...(long == null ? [] : [`-l ${long.slice(2)}`]),
    ...takes,
    ...choices,
    `-d ${fishText(brief(description))}`,
  ].join(" ");
}

function fishText(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
