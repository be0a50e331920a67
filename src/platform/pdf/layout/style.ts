/** The few properties of CSS that a layout knows, and what their values come to in points. */
import type { Weight } from '../fonts.ts'

export interface Line {
  width: number
  color: string
}
/** Points, or a share of what there is. */
export type Length = number | { share: number }

/** What comes down to what stands inside. */
export interface TextStyle {
  size: number
  minSize: number
  weight: Weight
  italic: boolean
  underline: boolean
  color: string
  align: 'left' | 'center' | 'right'
  leading: number
}
/** What an element has for itself. */
export interface OwnStyle {
  width?: Length
  height?: number
  marginTop?: number
  marginRight?: number
  marginBottom?: number
  marginLeft?: number
  paddingTop?: number
  paddingRight?: number
  paddingBottom?: number
  paddingLeft?: number
  background?: string
  borderTop?: Line
  borderRight?: Line
  borderBottom?: Line
  borderLeft?: Line
  absolute?: boolean
  left?: number
  top?: number
  right?: number
  bottom?: number
  valign?: 'top' | 'middle' | 'bottom'
  together?: boolean
  /** Of the page. */
  paper?: [width: number, height: number]
  landscape?: boolean
}
export type Style = Partial<TextStyle> & OwnStyle

const MM = 72 / 25.4
const UNITS: Readonly<Record<string, number>> = { pt: 1, px: 0.75, mm: MM, cm: MM * 10 }
/** Nothing on paper is longer, in points. */
const LONGEST = 2000
const LARGEST_FONT = 120
const SMALLEST_FONT = 4
const PAPERS: Readonly<Record<string, [number, number]>> = {
  a4: [595.28, 841.89],
  a5: [419.53, 595.28],
  a6: [297.64, 419.53],
  a7: [209.76, 297.64],
}
const COLORS: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  grey: '#808080',
  gray: '#808080',
  red: '#c00000',
  green: '#0b6b3a',
  blue: '#2353cf',
  orange: '#c05a00',
}

type Read<T> = (value: string) => T | null

const length: Read<number> = (value) => {
  if (value === '0') return 0
  const [, digits, unit] = /^(\d{1,5}(?:\.\d{1,4})?)(pt|px|mm|cm)$/.exec(value) ?? []
  if (digits === undefined) return null
  const points = Number(digits) * UNITS[unit!]!
  return points <= LONGEST ? points : null
}
const share: Read<Length> = (value) => {
  const [, digits] = /^(\d{1,3}(?:\.\d{1,2})?)%$/.exec(value) ?? []
  if (digits === undefined) return length(value)
  return Number(digits) <= 100 ? { share: Number(digits) / 100 } : null
}
const color: Read<string> = (value) => {
  if (/^#[\da-f]{6}$/i.test(value)) return value.toLowerCase()
  if (/^#[\da-f]{3}$/i.test(value)) return value.toLowerCase().replace(/[\da-f]/g, '$&$&')
  return Object.hasOwn(COLORS, value) ? COLORS[value]! : null
}
const fontSize: Read<number> = (value) => {
  const size = length(value)
  return size !== null && size >= SMALLEST_FONT && size <= LARGEST_FONT ? size : null
}
const oneOf = <T>(choices: Readonly<Record<string, T>>): Read<T> => (value) =>
  Object.hasOwn(choices, value) ? choices[value]! : null // prettier-ignore
const border: Read<Line> = (value) => {
  if (value === 'none' || value === '0') return { width: 0, color: '#000000' }
  const [width = '', solid, drawn = ''] = value.split(' ')
  const [points, ink] = [length(width), color(drawn)]
  return points === null || points > 20 || solid !== 'solid' || ink === null ? null : { width: points, color: ink }
}
const leading: Read<number> = (value) =>
  /^\d(\.\d{1,2})?$/.test(value) && Number(value) >= 0.8 && Number(value) <= 4 ? Number(value) : null
const paper: Read<[number, number]> = (value) => {
  const known = PAPERS[value.toLowerCase()]
  if (known && Object.hasOwn(PAPERS, value.toLowerCase())) return known
  const [width, height, ...more] = value.split(' ').map((side) => length(side) ?? 0)
  const isPaper = more.length === 0 && [width ?? 0, height ?? 0].every((side) => side >= 20 * MM && side <= LONGEST)
  return isPaper ? [width!, height!] : null
}

const SIDES = ['Top', 'Right', 'Bottom', 'Left'] as const
/** One to four values for the four sides, as in CSS. */
function sides(of: 'margin' | 'padding'): Read<Style> {
  return (value) => {
    const given = value.split(' ').map(length)
    if (given.length > 4 || given.includes(null)) return null
    const [top, right = top, bottom = top, left = right] = given
    return Object.fromEntries(SIDES.map((side, i) => [`${of}${side}`, [top, right, bottom, left][i]]))
  }
}
const as = <K extends keyof Style>(key: K, read: Read<NonNullable<Style[K]>>): Read<Style> => (value) => {
  const found = read(value)
  return found === null ? null : { [key]: found }
} // prettier-ignore
const sided = (of: 'margin' | 'padding' | 'border', read: Read<never>): [string, Read<Style>][] =>
  SIDES.map((side) => [`${of}-${side.toLowerCase()}`, as(`${of}${side}`, read)])

const PROPERTIES = new Map<string, Read<Style>>([
  ['font-size', as('size', fontSize)],
  ['min-font-size', as('minSize', fontSize)],
  ['font-weight', as('weight', oneOf({ normal: 'regular', regular: 'regular', medium: 'medium', bold: 'bold' } as const))], // prettier-ignore
  ['font-style', as('italic', oneOf({ normal: false, italic: true }))],
  ['text-decoration', as('underline', oneOf({ none: false, underline: true }))],
  ['text-align', as('align', oneOf({ left: 'left', center: 'center', right: 'right' } as const))],
  ['line-height', as('leading', leading)],
  ['color', as('color', color)],
  ['background', as('background', color)],
  ['width', as('width', share)],
  ['height', as('height', length)],
  ['margin', sides('margin')],
  ...sided('margin', length as Read<never>),
  ['padding', sides('padding')],
  ...sided('padding', length as Read<never>),
  ['border', (value) => { const line = border(value); return line && Object.fromEntries(SIDES.map((side) => [`border${side}`, line])) }], // prettier-ignore
  ...sided('border', border as Read<never>),
  ['vertical-align', as('valign', oneOf({ top: 'top', middle: 'middle', bottom: 'bottom' } as const))],
  ['position', as('absolute', oneOf({ absolute: true, static: false }))],
  ['left', as('left', length)],
  ['top', as('top', length)],
  ['right', as('right', length)],
  ['bottom', as('bottom', length)],
  ['page-break-inside', as('together', oneOf({ avoid: true, auto: false }))],
  ['size', as('paper', paper)],
  ['orientation', as('landscape', oneOf({ landscape: true, portrait: false }))],
])
export const PROPERTY_NAMES = [...PROPERTIES.keys()]

/** What a `style` says, or the sentence that tells what of it is not known. */
export function readStyle(text: string): { style: Style } | { problem: string } {
  const style: Style = {}
  for (const declaration of text.split(';')) {
    if (declaration.trim() === '') continue
    const [name = '', ...rest] = declaration.split(':')
    const property = name.trim().toLowerCase()
    const value = rest.join(':').trim().replace(/\s+/g, ' ')
    const read = PROPERTIES.get(property)
    if (!read) return { problem: `De eigenschap ${property.slice(0, 40)} bestaat hier niet.` }
    const found = read(value.toLowerCase())
    if (found === null) return { problem: `De waarde ${value.slice(0, 40)} van ${property} klopt niet.` }
    Object.assign(style, found)
  }
  return { style }
}
