/**
 * Fills in street and city from postal code and house number, inside an element with `data-address-lookup`. Fields are
 * found by the ends of their names: postal_code, street_no, street_no_adding, street, city, country_code.
 */
import { el, on, uid } from '../lib/dom.ts'
import { fetchJson } from '../lib/request.ts'
import { isPostalCode, isStreetNumber, partStreetNumber } from './address-check.ts'

interface Found {
  street: string | null
  city: string | null
  /** Additions this house number has. */
  additions: string[]
}

const DEFAULT_COUNTRY = 'NL'
/** Pause in typing after which a pair is looked up. */
const TYPING_MS = 300
const TRIGGERS = /(^|\[)(postal_code|street_no|country_code)\]?$/

const running = new WeakMap<Element, AbortController>()
const waiting = new WeakMap<Element, number>()
/** The pair that was searched last (T-152). */
const searched = new WeakMap<Element, string>()

/** A text field, or the choice of a country. */
function fieldIn(scope: Element, name: string): HTMLInputElement | null {
  return scope.querySelector<HTMLInputElement>(
    `:is(input, select)[name="${name}"], :is(input, select)[name$="[${name}]"]`,
  )
}

const isAbroad = (scope: Element): boolean =>
  (fieldIn(scope, 'country_code')?.value.trim().toUpperCase() || DEFAULT_COUNTRY) !== DEFAULT_COUNTRY

/** An impossible value gets the style of one, an empty field does not (T-151). */
function mark(field: HTMLInputElement, fits: boolean): void {
  field.classList.toggle('is-invalid', !fits && field.value.trim() !== '')
}

/** The pair that can be looked up now, or null. Nobody is told that a value is wrong while still typing it. */
function pairIn(scope: HTMLElement, typing: boolean): string | null {
  const postalCode = fieldIn(scope, 'postal_code')
  const number = fieldIn(scope, 'street_no')
  if (!postalCode || !number) return null
  const abroad = isAbroad(scope)
  const fits = { code: abroad || isPostalCode(postalCode.value), number: abroad || isStreetNumber(number.value) }
  if (!typing || fits.code) mark(postalCode, fits.code)
  if (!typing || fits.number) mark(number, fits.number)
  if (abroad || !fits.code || !fits.number) return null
  return new URLSearchParams({
    postal_code: postalCode.value.replace(/\s/g, '').toUpperCase(),
    street_number: number.value.trim(),
  }).toString()
}

const FILLED = ['street', 'city'] as const
const filledIn = (scope: Element) => FILLED.map((name) => fieldIn(scope, name)?.value)

/** @param asked what the fields held when the register was asked: who typed meanwhile did not wait for it */
function fill(scope: HTMLElement, found: Found, asked: (string | undefined)[]): void {
  for (const [i, name] of FILLED.entries()) {
    const field = fieldIn(scope, name)
    const value = found[name]
    if (!field || !value || field.value === value || field.value !== asked[i]) continue
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  offer(fieldIn(scope, 'street_no_adding'), found.additions)
}

/** The additions of a number as suggestions: which one it is, only the user knows. */
function offer(field: HTMLInputElement | null, additions: string[]): void {
  if (!field) return
  field.list?.remove()
  field.removeAttribute('list')
  if (additions.length === 0) return
  const id = `additions-${uid()}`
  field.after(el('datalist', { id }, ...additions.map((value) => el('option', { value }))))
  field.setAttribute('list', id)
}

/** An earlier request is of no use any more (T-153); its pair then counts as not searched. */
function abort(scope: HTMLElement): void {
  const controller = running.get(scope)
  if (!controller) return
  controller.abort()
  running.delete(scope)
  searched.delete(scope)
}

async function lookUp(scope: HTMLElement, pair: string): Promise<void> {
  const controller = new AbortController()
  running.set(scope, controller)
  searched.set(scope, pair)
  const asked = filledIn(scope)
  // A failure has no message (T-229): the user just types the street himself.
  const found = await fetchJson<Found>(`/ajax/getAddressData?${pair}`, {
    signal: controller.signal,
    failText: '',
  }).catch(() => null)
  if (running.get(scope) !== controller) return
  running.delete(scope)
  if (found) fill(scope, found, asked)
}

/** '12A' in the field of the number: the addition goes into its own field, where that is empty. */
function partNumber(scope: HTMLElement): void {
  const [number, addition] = [fieldIn(scope, 'street_no'), fieldIn(scope, 'street_no_adding')]
  const parted = number && partStreetNumber(number.value)
  if (!number || !parted || !addition || addition.value.trim() !== '') return
  number.value = parted.number
  addition.value = parted.addition
  addition.dispatchEvent(new Event('input', { bubbles: true }))
}

function typed(scope: HTMLElement, typing: boolean): void {
  if (!typing && !isAbroad(scope)) partNumber(scope)
  const pair = pairIn(scope, typing)
  // Another pair that was typed in between is not asked for any more.
  clearTimeout(waiting.get(scope))
  if (pair !== null && pair === searched.get(scope)) return
  abort(scope)
  if (pair === null) return
  if (typing)
    waiting.set(
      scope,
      window.setTimeout(() => void lookUp(scope, pair), TYPING_MS),
    )
  else void lookUp(scope, pair)
}

export function start(): void {
  for (const type of ['input', 'change'] as const)
    on(type, '[data-address-lookup]', (event, scope) => {
      const { name = '' } = event.target as HTMLInputElement
      // What a script filled in is an address already.
      if (event instanceof CustomEvent) return
      if (TRIGGERS.test(name)) typed(scope, type === 'input')
    })
}
