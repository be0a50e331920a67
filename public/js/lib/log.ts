/** Failed requests are logged for whoever opens the console (P-227); nothing personal is in method, path and status. */
export function log(message: string, ...details: unknown[]): void {
  // oxlint-disable-next-line no-console
  console.warn(message, ...details)
}
