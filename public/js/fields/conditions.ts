/**
 * Fields that go with a choice elsewhere in the form: `data-needs` shows its element, `data-enables` switches the
 * controls inside on. Both hold conditions joined by '&': `name` (filled, ticked, a record chosen), `name=value`
 * or `name=one|other`.
 */
import { matching, onContent } from '../lib/dom.ts'

function valuesOf(form: HTMLFormElement, name: string): string[] {
  return new FormData(form)
    .getAll(name)
    .filter((value): value is string => typeof value === 'string')
    .filter((value) => value !== '' && value !== '0' && value !== '-1')
}

function holds(form: HTMLFormElement, conditions: string): boolean {
  return conditions.split('&').every((condition) => {
    const [name = '', wanted] = condition.split('=')
    const values = valuesOf(form, name)
    return wanted === undefined ? values.length > 0 : wanted.split('|').some((one) => values.includes(one))
  })
}

function applyConditions(form: HTMLFormElement): void {
  for (const element of form.querySelectorAll<HTMLElement>('[data-needs]'))
    element.hidden = !holds(form, element.dataset.needs ?? '')
  for (const element of form.querySelectorAll<HTMLElement>('[data-enables]')) {
    const on = holds(form, element.dataset.enables ?? '')
    for (const control of element.querySelectorAll<HTMLInputElement>('input, select, textarea')) control.disabled = !on
  }
}

export function startConditions(): void {
  onContent((scope) => {
    for (const element of matching(scope, '[data-needs], [data-enables]')) {
      const form = element.closest('form')
      if (form) applyConditions(form)
    }
  })
  for (const type of ['change', 'input'])
    document.addEventListener(type, (event) => {
      const form = event.target instanceof Element ? event.target.closest('form') : null
      if (form?.querySelector('[data-needs], [data-enables]')) applyConditions(form)
    })
}
