/** Whether a text is looked up as a number of the trade register: numeric and at least 8 characters long (T-154). */
export function isRegisterNumber(text: string): boolean {
  return /^\d{8,}$/.test(text)
}
