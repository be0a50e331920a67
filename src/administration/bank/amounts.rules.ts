/** What is open of invoices together, in cents. */
export const sumOf = (invoices: readonly { open: number }[]): number =>
  invoices.reduce((sum, { open }) => sum + open, 0)
