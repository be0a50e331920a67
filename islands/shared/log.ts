/** For what a developer must be able to see in the console and a user need not. */
export function log(message: string, ...details: unknown[]): void {
  // oxlint-disable-next-line no-console
  console.log(message, ...details)
}
