/** Lets the server know a form that comes twice: it saves the first one and answers the second the same. */
export const ONCE_FIELD = '_once'

/** A token that no other form has; randomUUID would exist on https alone. */
export function newOnceToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A form that goes on standing after it was saved is another one from now on. */
export function renewOnce(form: HTMLFormElement): void {
  const field = form.elements.namedItem(ONCE_FIELD)
  if (field instanceof HTMLInputElement) field.value = newOnceToken()
}
