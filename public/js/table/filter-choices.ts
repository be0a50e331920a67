/** What can be chosen for a filter: ticks beside a list, of which the server finds the records; numbers are typed. */
import { readChoices, writeChoices } from '../../../src/platform/screens/table/filter-choices.contract.ts'
import { search } from '../fields/selector-search.ts'
import { el } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { isAbort } from '../lib/request.ts'
import type { FilterState } from './filter-state.ts'

/** As selectors do (P-250). */
const SEARCH_AFTER_MS = 300
/** A list that is longer can be searched. */
const SEARCHED_FROM = 9

interface Choice {
  value: string
  label: string
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function searchBox(label: string, find: (text: string) => void): HTMLElement {
  const input = el('input', {
    class: 'form-control',
    type: 'search',
    placeholder: 'Zoeken...',
    'aria-label': `${label} zoeken`,
  })
  input.addEventListener('input', () => find(input.value.trim()))
  return el('div', { class: 'input-ic' }, icon('search'), input)
}

/** The ticks of a filter: what is chosen stands first, whatever is searched for. */
function ticksOf(filter: FilterState, list: HTMLElement, not: boolean | undefined) {
  const known = new Map(filter.chosen.map(({ value, label }) => [value, label]))
  const choices = readChoices(filter.value)
  const chosen = new Map((choices?.values ?? []).map((value) => [value, known.get(value) ?? value]))
  const turned = not ?? choices?.not ?? false
  const toggle = ({ value, label }: Choice, isOn: boolean) => {
    if (isOn) chosen.set(value, label)
    else chosen.delete(value)
    filter.set(chosen.size === 0 ? '' : writeChoices({ not: turned, values: [...chosen.keys()] }))
  }
  const tick = (choice: Choice) => {
    const box = el('input', { class: 'form-check-input', type: 'checkbox', value: choice.value })
    box.checked = chosen.has(choice.value)
    box.addEventListener('change', () => toggle(choice, box.checked))
    return el('label', { class: 'check' }, box, choice.label)
  }
  return {
    chosen: (): Choice[] => [...chosen].map(([value, label]) => ({ value, label })),
    draw: (choices: Choice[]) =>
      list.replaceChildren(
        ...(choices.length > 0 ? choices.map(tick) : [el('span', { class: 'muted' }, 'Geen resultaten gevonden')]),
      ),
  }
}

/** Some of a list that is known. */
function fixedChoices({ label, options }: FilterState, draw: (choices: Choice[]) => void): HTMLElement[] {
  draw(options)
  if (options.length < SEARCHED_FROM) return []
  const find = (text: string) => draw(options.filter((option) => plain(option.label).includes(plain(text))))
  return [searchBox(label, find)]
}

/** Records that the server finds. */
function foundChoices(
  { label, type }: FilterState,
  list: HTMLElement,
  { chosen, draw }: ReturnType<typeof ticksOf>,
): HTMLElement[] {
  const settings = { type: type!, filters: {}, none: null, same: false, createUrl: null, viewUrl: null, limit: null }
  let asked = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const find = async (text: string) => {
    asked.abort()
    asked = new AbortController()
    list.setAttribute('aria-busy', 'true')
    try {
      const found = await search(settings, text, { signal: asked.signal })
      const first = text === '' ? chosen() : []
      const own = new Set(first.map(({ value }) => value))
      const others = found
        .map(({ value, text: name }) => ({ value, label: name }))
        .filter(({ value }) => !own.has(value))
      draw([...first, ...others])
      list.removeAttribute('aria-busy')
    } catch (error) {
      if (!isAbort(error)) list.removeAttribute('aria-busy')
    }
  }
  draw(chosen())
  void find('')
  const soon = (text: string) => {
    clearTimeout(timer)
    timer = setTimeout(() => void find(text), SEARCH_AFTER_MS)
  }
  return [searchBox(label, soon)]
}

/** @param not what the operator that was just chosen says; else what the filter says now */
export function choicePanel(filter: FilterState, not?: boolean): HTMLElement[] {
  const list = el('div', { class: 'rt-choices', role: 'group', 'aria-label': filter.label })
  const ticks = ticksOf(filter, list, not)
  const tools = filter.kind === 'selector' ? foundChoices(filter, list, ticks) : fixedChoices(filter, ticks.draw)
  return [...tools, list]
}

/** Numbers, with commas between them. */
export function numberPanel(filter: FilterState, not?: boolean): HTMLElement[] {
  const { label } = filter
  const choices = readChoices(filter.value)
  const input = el('input', {
    class: 'form-control',
    type: 'text',
    inputmode: 'numeric',
    value: choices?.values.join(', '),
    placeholder: 'Nummer, of nummers met komma’s',
    'aria-label': label,
  })
  const take = () => {
    const values = input.value.match(/\d+/g) ?? []
    filter.set(values.length === 0 ? '' : writeChoices({ not: not ?? choices?.not ?? false, values }))
  }
  input.addEventListener('change', take)
  input.addEventListener('keydown', ({ key }) => {
    if (key !== 'Enter') return
    take()
    input.closest<HTMLElement>('[popover]')?.hidePopover()
  })
  return [input]
}
