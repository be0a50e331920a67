import { type Rgb, contrast, linear } from '../../../platform/format/contrast.ts'

/** Whether text stays readable in a colour that somebody chose for a status: WCAG 2.2, 1.4.3. */

type Oklab = [number, number, number]

/** CSS Color 4, 'Color space conversions': the matrices of Oklab. */
function toOklab([r, g, b]: Rgb): Oklab {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([lightness, a, b]: Oklab): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const inside = (value: number) => Math.min(1, Math.max(0, value))
  return [
    inside(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    inside(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    inside(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

/** `color-mix(in oklab, <hue> <part>, <other>)`. */
function mix(hue: string, part: number, other: string): Rgb {
  const one = toOklab(linear(hue))
  const two = toOklab(linear(other))
  const at = (index: 0 | 1 | 2) => one[index] * part + two[index] * (1 - part)
  return fromOklab([at(0), at(1), at(2)])
}

/** --c-text, --c-surface (public/css/tokens.css), and how much of the hue a chosen block of the calendar keeps. */
const THEMES = {
  light: { text: '#161b25', surface: '#ffffff', chosen: 0.88 },
  dark: { text: '#e9ecf1', surface: '#151920', chosen: 0.58 },
} as const
/** --c-deep and --c-on-fill (public/css/calendar.css, tokens.css). */
const DEEP = '#0a1024'
const ON_FILL: Rgb = [1, 1, 1]

function leastOf(hue: string, { text, surface, chosen }: (typeof THEMES)[keyof typeof THEMES]): number {
  return Math.min(
    // The label of a status (status.css), a block of the week and the chosen block (calendar-week.css).
    contrast(mix(hue, 0.68, text), mix(hue, 0.12, surface)),
    contrast(mix(hue, 0.45, text), mix(hue, 0.13, surface)),
    contrast(ON_FILL, mix(hue, chosen, DEEP)),
  )
}

/**
 * The lowest contrast of text in this colour (`#rrggbb`) wherever a status is shown, and the theme in which that is:
 * too low in light means that the colour is too light, in dark that it is too dark.
 */
export function readability(hue: string): { contrast: number; theme: 'light' | 'dark' } {
  const light = leastOf(hue, THEMES.light)
  const dark = leastOf(hue, THEMES.dark)
  return light <= dark ? { contrast: light, theme: 'light' } : { contrast: dark, theme: 'dark' }
}
