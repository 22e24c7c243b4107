/** A setting as the command has it: `minCount` as `min-count`. */
export function optionName(setting: string): string {
  return setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
