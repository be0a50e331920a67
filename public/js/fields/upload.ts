/** File fields: size is checked before sending (P-189), and some are sent at once to get a file name back (P-225). */
import { flash } from '../flash.ts'
import { on } from '../lib/dom.ts'
import { fetchJson, RequestFailed } from '../lib/request.ts'

/** 3 MB as the specification counts them. */
const DEFAULT_MAX = 3_000_000

interface Uploaded {
  file_name: string
  width?: number
  height?: number
}

/** Sends the file to /file/upload and keeps the name it got in the hidden field beside it. */
async function upload(input: HTMLInputElement, file: File): Promise<void> {
  const body = new FormData()
  body.set('file', file)
  body.set('path', input.dataset.upload ?? '')
  body.set('max-size', input.dataset.maxSize ?? String(DEFAULT_MAX))
  input.setAttribute('aria-busy', 'true')
  try {
    const uploaded = await fetchJson<Uploaded>('/file/upload', { method: 'POST', body, source: input })
    const hidden = input.closest('.field')?.querySelector<HTMLInputElement>('input[type="hidden"]')
    if (hidden) hidden.value = uploaded.file_name
    input.dispatchEvent(new CustomEvent('uploaded', { bubbles: true, detail: uploaded }))
  } catch (error) {
    if (!(error instanceof RequestFailed) && !(error instanceof TypeError)) throw error
    input.value = ''
    showNames(input)
  } finally {
    input.removeAttribute('aria-busy')
  }
}

function showNames(input: HTMLInputElement): void {
  const names = [...(input.files ?? [])].map(({ name }) => name).join(', ')
  const shown = input.parentElement?.querySelector('[data-file-names]')
  if (shown) shown.textContent = names || 'Geen bestand gekozen'
}

export function startUploads(): void {
  on('change', 'input[type="file"]', (_event, element) => {
    const input = element as HTMLInputElement
    const max = Number(input.dataset.maxSize ?? (input.dataset.upload === undefined ? 0 : DEFAULT_MAX))
    const files = [...(input.files ?? [])]
    if (max > 0 && files.some((file) => file.size > max)) {
      const size = Math.floor(max / 1_000_000)
      flash(`Bestand overschrijdt de maximale bestandsgrootte van ${size}MB.`, 'error')
      input.value = ''
      showNames(input)
      return
    }
    showNames(input)
    const [file] = files
    if (file && input.dataset.upload !== undefined) void upload(input, file)
  })
}
