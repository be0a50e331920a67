/**
 * Photos of a checklist: made smaller in the browser, which also drops where they were taken, then sent at once. Without
 * network they go with the checklist.
 */
import { flash } from '../flash.ts'
import { el, on } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { letWait, newFile, stopWaiting, upload } from '../lib/kept-files.ts'
import { RequestFailed } from '../lib/request.ts'

/** Longest side in pixels: what a document needs of it. */
const LONGEST = 1600
const QUALITY = 0.82

async function shrink(file: File): Promise<Blob> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, LONGEST / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new TypeError('no image'))), 'image/jpeg', QUALITY)
  })
}

const UNREADABLE = 'Deze foto kan niet worden gelezen of verzonden. Probeer het opnieuw.'
/** Longer than this nobody waits for a network that leads nowhere. */
const PATIENCE_MS = 15_000

/** What the field holds: the name that the server gave it, or its key while it waits for a network. */
async function send(blob: Blob): Promise<{ value: string; waits: boolean }> {
  const file = newFile('checklists', blob)
  try {
    return { value: await upload(file, AbortSignal.timeout(PATIENCE_MS)), waits: false }
  } catch (error) {
    if (error instanceof RequestFailed && error.status < 500) throw error
    letWait(file)
    return { value: file.key, waits: true }
  }
}

function thumbnail(name: string, { value, waits }: { value: string; waits: boolean }, blob: Blob): HTMLElement {
  const remove = el('button', {
    class: 'icon-btn',
    type: 'button',
    'data-checklist-remove': true,
    'aria-label': 'Foto verwijderen',
    title: 'Foto verwijderen',
  })
  remove.append(icon('close', 'ic-sm'))
  return el(
    'span',
    { class: 'checklist-photo', 'data-checklist-photo': true },
    el('input', { type: 'hidden', name, value }),
    el('img', { src: URL.createObjectURL(blob), alt: 'Nieuwe foto' }),
    ...(waits ? [el('span', { class: 'checklist-waits' }, 'Wacht op verbinding')] : []),
    remove,
  )
}

/** Whether there is room for another photo. */
function draw(photos: HTMLElement): void {
  const add = photos.querySelector<HTMLElement>('[data-checklist-add]')
  const count = photos.querySelectorAll('[data-checklist-photo]').length
  if (add) add.hidden = count >= Number(photos.dataset.most ?? '1')
}

/** While photos are on their way the form waits. */
const busy = new WeakMap<HTMLFormElement, number>()
function setBusy(form: HTMLFormElement | null, by: 1 | -1): void {
  if (!form) return
  const count = (busy.get(form) ?? 0) + by
  busy.set(form, count)
  for (const button of form.querySelectorAll<HTMLButtonElement>('.submits [type="submit"]')) button.disabled = count > 0
  const note = form.querySelector('[data-form-note]')
  if (note) note.textContent = count > 0 ? 'Foto wordt verzonden…' : ''
}

async function addPhoto(photos: HTMLElement, file: File): Promise<void> {
  const add = photos.querySelector<HTMLElement>('[data-checklist-add]')
  if (!add || add.hidden) return
  try {
    const blob = await shrink(file)
    add.before(thumbnail(photos.dataset.name ?? '', await send(blob), blob))
    draw(photos)
    photos.dispatchEvent(new Event('change', { bubbles: true }))
  } catch (error) {
    const { message = UNREADABLE }: { message?: string } = (error instanceof RequestFailed && error.body) || {}
    flash(message, 'error')
  }
}

async function addPhotos(input: HTMLInputElement): Promise<void> {
  const photos = input.closest<HTMLElement>('[data-checklist-photos]')
  const files = [...(input.files ?? [])]
  input.value = ''
  if (!photos) return
  setBusy(input.form, 1)
  for (const file of files) await addPhoto(photos, file)
  setBusy(input.form, -1)
}

export function startPhotos(): void {
  on('change', '[data-checklist-input]', (_event, input) => void addPhotos(input as HTMLInputElement))
  on('click', '[data-checklist-remove]', (_event, button) => {
    const photos = button.closest<HTMLElement>('[data-checklist-photos]')
    const photo = button.closest('[data-checklist-photo]')
    stopWaiting([photo?.querySelector('input')?.value ?? ''])
    photo?.remove()
    if (!photos) return
    draw(photos)
    photos.dispatchEvent(new Event('change', { bubbles: true }))
    photos.querySelector<HTMLElement>('[data-checklist-input]')?.focus()
  })
}
