/**
 * Fills in street and city from postal code and house number, inside an element with `data-address-lookup`. Fields are
 * found by the ends of their names: postal_code, street_no, street, city, country_code.
 */
import { on } from '../lib/dom.ts'
import { fetchJson } from '../lib/request.ts'
import { isPostalCode, isStreetNumber } from './address-check.ts'

interface Found {
  street?: string
  city?: string
}

const DEFAULT_COUNTRY = 'NL'

const running = new WeakMap<Element, AbortController>()
const searched = new WeakMap<Element, string>()

function fieldIn(scope: Element, name: string): HTMLInputElement | null {
  return scope.querySelector<HTMLInputElement>(`input[name="${name}"], input[name$="[${name}]"]`)
}

/** An impossible value gets the style of one, an empty field does not (T-151). */
function judge(field: HTMLInputElement, fits: boolean): boolean {
  field.classList.toggle('is-invalid', !fits && field.value.trim() !== '')
  return fits
}

async function lookUp(scope: HTMLElement): Promise<void> {
  const postalCode = fieldIn(scope, 'postal_code')
  const number = fieldIn(scope, 'street_no')
  const country = fieldIn(scope, 'country_code')?.value.trim() || DEFAULT_COUNTRY
  if (!postalCode || !number || country !== DEFAULT_COUNTRY) return
  const fits = [judge(postalCode, isPostalCode(postalCode.value)), judge(number, isStreetNumber(number.value))]
  const pair = new URLSearchParams({
    postal_code: postalCode.value.replace(/\s/g, '').toUpperCase(),
    street_number: number.value.trim(),
  })
  if (fits.includes(false) || searched.get(scope) === pair.toString()) return
  searched.set(scope, pair.toString())
  running.get(scope)?.abort()
  const controller = new AbortController()
  running.set(scope, controller)
  // A failure has no message (T-229): the user just types the street himself.
  const found = await fetchJson<Found | null>(`/ajax/getAddressData?${pair}`, {
    signal: controller.signal,
    failText: '',
  }).catch(() => null)
  for (const name of ['street', 'city'] as const) {
    const field = fieldIn(scope, name)
    const value = found?.[name]
    if (!field || !value || field.value === value) continue
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

export function startAddresses(): void {
  on('change', '[data-address-lookup]', (event, scope) => {
    const { name = '' } = event.target as HTMLInputElement
    if (/(postal_code|street_no)\]?$/.test(name)) void lookUp(scope)
  })
}
