/**
 * What islands need of the page around them. The platform's client script sets `window.noordkaap` before it mounts the
 * first island; islands come here instead of reaching for the global.
 */
export type FlashType = 'success' | 'error' | 'warning' | 'info'

export interface CookieJar {
  /** The decoded value, or null when there is none. */
  get(name: string): string | null
  /** Encodes the value. A cookie lasts one day unless `days` says otherwise. */
  set(name: string, value: string, days?: number): void
}

export interface FetchOptions extends RequestInit {
  /** What is told instead of the usual message when it fails; '' for nothing, since the island does. */
  failText?: string
}

export interface PlatformBridge {
  /** `onError` is called instead of the usual message when the content cannot be fetched (P-213). */
  openPopup(url: string, onError?: (error: unknown) => void): void
  flash(str: string, type: FlashType): void
  /** A question in a small popup; with the words of its two buttons where they are others than 'Ja' and 'Nee'. */
  ask(question: string, how?: Asking): Promise<boolean>
  /** Adds the CSRF token, flashes 401 and 5xx itself, rejects on anything but a 2xx answer with JSON or none. */
  fetchJson(url: string, init?: FetchOptions): Promise<unknown>
  /** Calls back when a record of one of these types changed, here or elsewhere. Returns the way to stop listening. */
  onChanged(types: string[], callback: () => void): () => void
  cookie: CookieJar
  /** Opens the calendar to pick a day from, beside a button. Days are counted as `src/platform/format/days.ts` does. */
  pickDate(button: HTMLElement, picking: Picking): void
}

export interface Asking {
  yes?: string
  no?: string
  /** Something is lost by saying yes. */
  danger?: boolean
}

export interface Picking {
  chosen: number
  today: number
  onPick: (day: number) => void
  /** It is gone, or never came. */
  onClose: () => void
}

declare global {
  interface Window {
    noordkaap: PlatformBridge
  }
}

export function openPopup(url: string): void {
  window.noordkaap.openPopup(url)
}

export function flash(str: string, type: FlashType): void {
  window.noordkaap.flash(str, type)
}

export function ask(question: string, how: Asking = {}): Promise<boolean> {
  return window.noordkaap.ask(question, how)
}

export function fetchJson(url: string, init?: FetchOptions): Promise<unknown> {
  return window.noordkaap.fetchJson(url, init)
}

export function onChanged(types: string[], callback: () => void): () => void {
  return window.noordkaap.onChanged(types, callback)
}

export function pickDate(button: HTMLElement, picking: Picking): void {
  window.noordkaap.pickDate(button, picking)
}

export function cookies(): CookieJar {
  return window.noordkaap.cookie
}
