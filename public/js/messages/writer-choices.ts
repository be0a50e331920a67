/** The place that is so many further, and at either end the other one. */
export const stepped = (at: number, step: number, count: number): number => (at + step + count) % count

/** Whether a default message can go to all kinds of people that were chosen. */
export const fitsAll = (fits: string, kinds: readonly string[]): boolean =>
  kinds.every((kind) => fits.split(' ').includes(kind))
