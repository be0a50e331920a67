/** The icons that scripts draw themselves; everything else comes drawn from the server. */
import alert from '@tabler/icons/outline/alert-triangle.svg?raw'
import calendar from '@tabler/icons/outline/calendar.svg?raw'
import chevron from '@tabler/icons/outline/chevron-right.svg?raw'
import check from '@tabler/icons/outline/check.svg?raw'
import success from '@tabler/icons/outline/circle-check.svg?raw'
import error from '@tabler/icons/outline/alert-circle.svg?raw'
import history from '@tabler/icons/outline/history.svg?raw'
import info from '@tabler/icons/outline/info-circle.svg?raw'
import keyboard from '@tabler/icons/outline/keyboard.svg?raw'
import plus from '@tabler/icons/outline/plus.svg?raw'
import search from '@tabler/icons/outline/search.svg?raw'
import close from '@tabler/icons/outline/x.svg?raw'
import { parse } from './dom.ts'

const DRAWINGS = { alert, calendar, check, chevron, success, error, history, info, keyboard, plus, search, close }
export type IconName = keyof typeof DRAWINGS

/** Any icon of the sheet that the server's own icons refer to. */
export function sheetIcon(name: string): Element {
  const sheet = document.querySelector<HTMLMetaElement>('meta[name="icon-sheet"]')?.content ?? ''
  return parse(`<svg class="ic" aria-hidden="true"><use href="${sheet}#${name}"/></svg>`).firstElementChild!
}

/** An icon as the server's icon() draws it. */
export function icon(name: IconName, size = ''): SVGElement {
  const file = DRAWINGS[name]
  const svg = parse(file.slice(file.indexOf('<svg')).replaceAll(/>\s+</g, '><')).firstElementChild as SVGElement
  for (const attribute of ['width', 'height', 'stroke-width']) svg.removeAttribute(attribute)
  svg.setAttribute('class', `ic ${size}`.trim())
  svg.setAttribute('aria-hidden', 'true')
  svg.querySelector('path[stroke="none"]')?.remove()
  return svg
}
