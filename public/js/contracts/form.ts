/** An inspection contract follows its choices: whose address, for which devices, and until when it runs. */
import { formatDay, readDay, repeatedDay } from '../../../src/platform/format/days.ts'
import { force } from '../fields/force.ts'
import { el, on } from '../lib/dom.ts'
import { latest } from '../lib/latest.ts'
import { fetchJson, isAbort, isFailure, withParams } from '../lib/request.ts'

const field = (part: Element, name: string) =>
  part.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`)
const valueOf = (part: Element, name: string): string => field(part, name)?.value ?? ''
const isChosen = (part: Element, name: string): boolean => Number(valueOf(part, name)) > 0
const isTicked = (part: Element, name: string): boolean =>
  part.querySelector<HTMLInputElement>(`input[type="checkbox"][name="${name}"]`)?.checked === true

/** Until when it runs by what is filled in; what somebody typed there stays. */
function fillExpiry(part: HTMLElement): void {
  const expiry = field(part, 'expires_at')
  if (!expiry || (expiry.value !== '' && expiry.dataset.proposed !== expiry.value)) return
  const begins = readDay(valueOf(part, 'begins_at'))
  const count = Number(valueOf(part, 'repeat_count'))
  if (begins === null || !Number.isInteger(count) || count < 1 || count > 60) return
  const unit = valueOf(part, 'repeat_unit')
  if (unit !== 'years' && unit !== 'months' && unit !== 'weeks') return
  expiry.value = formatDay(repeatedDay(begins, count, unit))
  expiry.dataset.proposed = expiry.value
}

function follow(part: HTMLElement): void {
  const hasCustomer = isChosen(part, 'company_id') || isChosen(part, 'contact_id')
  force(part.querySelector<HTMLInputElement>('input[type="checkbox"][name="for_all_categories"]'), isTicked(part, 'for_devices')) // prettier-ignore
  const categories = part.querySelector<HTMLElement>('[data-contract-categories]')
  if (categories) categories.hidden = !hasCustomer || isTicked(part, 'for_all_categories')
  const address = field(part, 'address')
  if (address) address.disabled = !hasCustomer
}

const asking = latest<Element>()

async function loadPlaces(part: HTMLElement): Promise<void> {
  const address = part.querySelector<HTMLSelectElement>('select[name="address"]')
  const url = part.querySelector<HTMLElement>('[data-contract-places]')?.dataset.contractPlaces
  if (!address || url === undefined) return
  const customer = { company_id: valueOf(part, 'company_id'), contact_id: valueOf(part, 'contact_id') }
  try {
    const places = await fetchJson<{ value: string; label: string }[]>(withParams(url, customer), { signal: asking.next(part) }) // prettier-ignore
    const before = address.value
    address.replaceChildren(
      ...places.map(({ value, label }) => el('option', { value, selected: value === before }, label)),
    )
  } catch (error) {
    if (!isAbort(error) && !isFailure(error)) throw error
  }
}

export function start(): void {
  for (const type of ['change', 'input'])
    on(type as 'change', '[data-contract] input, [data-contract] select', (_event, changed) => {
      const part = changed.closest<HTMLElement>('[data-contract]')
      const { name } = changed as HTMLInputElement
      if (!part) return
      if (type === 'change' && (name === 'company_id' || name === 'contact_id')) void loadPlaces(part)
      if (['begins_at', 'repeat_count', 'repeat_unit', 'expires_at'].includes(name) && type === 'change')
        fillExpiry(part)
      follow(part)
    })
}
