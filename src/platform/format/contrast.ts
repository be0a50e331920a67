/** Whether text stays readable on a colour: WCAG 2.2, 1.4.3. */

/** Linear red, green and blue, 0 to 1. */
export type Rgb = [number, number, number]

/** Least contrast between text and its background. */
export const LEAST_CONTRAST = 4.5

/** Of '#rrggbb'. */
export function linear(hex: string): Rgb {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b

export function contrast(one: Rgb, two: Rgb): number {
  const [light, dark] = [luminance(one), luminance(two)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** 4,49 is too little, and so reads as 4,4. */
export const contrastText = (value: number): string => (Math.floor(value * 10) / 10).toLocaleString('nl-NL')
