/** A chart of twelve months, drawn as SVG; its numbers stand beside it as a table. */
import { MONTHS, MONTHS_SHORT } from '../../../src/platform/format/days.ts'
import type { ChartKind, WidgetData } from '../../../src/system/dashboard/dashboard.contract.ts'
import { el } from '../lib/dom.ts'

const number = new Intl.NumberFormat('nl-NL')
const euros = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' })
const SVG = 'http://www.w3.org/2000/svg'
const SIZE = { height: 200, left: 64, right: 8, top: 12, bottom: 24 }
const STEPS = 4
/** Of the room of a month, what its bars take. */
const BARS = 0.7

type Attributes = Record<string, string | number>

function draw(tag: string, attributes: Attributes, text?: string): SVGElement {
  const element = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  if (text !== undefined) element.textContent = text
  return element
}

/** The end of an axis: the next of 1, 2, 4, 5 or 10 times a power of ten that holds the highest value. */
export function axisEnd(highest: number): number {
  if (highest <= 0) return STEPS
  const power = 10 ** (Math.ceil(highest).toString().length - 1)
  return power * [1, 2, 4, 5, 10].find((step) => step * power >= highest)!
}

export interface ChartOptions {
  kind: ChartKind
  unit: string
  max: number | null
  title: string
  /** Of the place that it is drawn in. */
  width: number
}

const inWords = (unit: string, value: number): string => {
  if (unit === 'money') return euros.format(value)
  return unit === 'percent' ? `${number.format(Math.round(value))}%` : number.format(value)
}

const onAxis = (unit: string, value: number): string => {
  const short = value >= 10_000 ? `${number.format(value / 1000)}k` : number.format(value)
  return unit === 'percent' ? `${short}%` : short
}

/** The drawing with the names of what its colours mean. */
export function drawChart({ datasets }: WidgetData, { kind, unit, max, title, width }: ChartOptions): HTMLElement {
  const { height, left, right, top, bottom } = SIZE
  const values = datasets.flatMap(({ data }) => data.filter((value) => value !== null))
  const end = max ?? axisEnd(Math.max(0, ...values))
  const month = (width - left - right) / MONTHS.length
  const x = (i: number) => left + (i + 0.5) * month
  const y = (value: number) => top + (1 - Math.min(Math.max(value, 0), end) / end) * (height - top - bottom)
  const svg = draw('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': title })
  for (let step = 0; step <= STEPS; step += 1) {
    const value = (end / STEPS) * step
    svg.append(
      draw('line', { class: 'chart-grid', x1: left, x2: width - right, y1: y(value), y2: y(value) }),
      draw('text', { class: 'chart-text', x: left - 8, y: y(value) + 4, 'text-anchor': 'end' }, onAxis(unit, value)),
    )
  }
  for (const [i, name] of MONTHS_SHORT.entries())
    svg.append(draw('text', { class: 'chart-text', x: x(i), y: height - 6, 'text-anchor': 'middle' }, name))
  for (const [n, { label, data }] of datasets.entries()) {
    const css = `chart-${n}`
    const known = data.flatMap((value, i) => (value === null ? [] : [{ value, i }]))
    if (kind === 'line')
      svg.append(draw('polyline', { class: `chart-line ${css}`, points: known.map(({ value, i }) => `${x(i)},${y(value)}`).join(' ') })) // prettier-ignore
    const bar = (month * BARS) / datasets.length
    for (const { value, i } of known) {
      const at = x(i) - (month * BARS) / 2 + n * bar
      const mark =
        kind === 'line'
          ? draw('circle', { class: `chart-dot ${css}`, cx: x(i), cy: y(value), r: 3 })
          : draw('rect', { class: `chart-bar ${css}`, x: at, width: bar, y: y(value), height: y(0) - y(value) })
      mark.append(draw('title', {}, `${label}, ${MONTHS[i]!}: ${inWords(unit, value)}`))
      svg.append(mark)
    }
  }
  const legend = datasets.map(({ label }, n) => el('span', {}, el('i', { class: `chart-key chart-${n}` }), label))
  return el('div', {}, svg as unknown as Node, el('p', { class: 'chart-legend' }, ...legend))
}
