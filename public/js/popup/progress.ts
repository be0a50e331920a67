/** Share of the steps that is reached, in whole percent rounded up (P-032). `at` counts from 0. */
export function progressAt(at: number, total: number): number {
  return Math.ceil(((at + 1) / total) * 100)
}
