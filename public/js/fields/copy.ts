/** A field that is copied by a click on it or on its button: `data-copy` holds the flash, `data-copy-lock` the milliseconds until the next. */
import { flash } from '../flash.ts'

const locked = new WeakSet<Element>()

async function copy(input: HTMLInputElement): Promise<void> {
  if (locked.has(input)) return
  locked.add(input)
  setTimeout(() => locked.delete(input), Number(input.dataset.copyLock ?? 0))
  input.select()
  try {
    await navigator.clipboard.writeText(input.value)
    flash(input.dataset.copy ?? 'Gekopieerd naar klembord', 'success')
  } catch {
    flash('Kopiëren is hier niet toegestaan. De tekst is geselecteerd: druk op Ctrl+C.', 'warning')
  }
}

export function startCopies(): void {
  document.addEventListener('click', (event) => {
    const at = event.target instanceof Element ? event.target.closest('input[data-copy], [data-copy-button]') : null
    const input = at?.closest('[data-copied]')?.querySelector<HTMLInputElement>('input[data-copy]')
    if (input) void copy(input)
  })
}
