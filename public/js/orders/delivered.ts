/** Ticks that say what of an order was delivered: each saves itself, and goes back when that fails. */
import { on } from '../lib/dom.ts'
import { isFailure, request } from '../lib/request.ts'

async function save(box: HTMLInputElement): Promise<void> {
  const { delivered: url = '', line, name = 'delivered' } = box.dataset
  const { checked } = box
  box.disabled = true
  try {
    await request(url, {
      method: 'POST',
      body: new URLSearchParams({ ...(line === undefined ? {} : { line }), [name]: checked ? '1' : '0' }),
      source: box,
    })
  } catch (error) {
    if (!isFailure(error)) throw error
    box.checked = !checked
  } finally {
    box.disabled = false
  }
}

export function start(): void {
  on('change', 'input[data-delivered]', (_event, box) => void save(box as HTMLInputElement))
}
