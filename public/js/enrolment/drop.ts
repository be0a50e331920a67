/** A list file dropped on a planning, in the agenda or on its popup, opens enrolling there with that file read. */
import { on } from '../lib/dom.ts'
import { fetchCode } from '../lazy.ts'
import { openPopup } from '../popup/open.ts'

const PLACES = '[data-appointment], dialog[data-record^="appointment:"]'

const partOf = (place: HTMLElement): string | undefined =>
  place.dataset.appointment ?? place.dataset.record?.split(':')[1]

const carriesFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

async function enrol(part: string, file: File): Promise<void> {
  const popup = await openPopup(`/calendar/enroll/${part}/0`)
  const list = await fetchCode(() => import('./list.ts'))
  if (popup) list?.takeFile(popup, file)
}

export function start(): void {
  on('dragover', PLACES, (event) => {
    if (!carriesFile(event)) return
    event.preventDefault()
    event.dataTransfer!.dropEffect = 'copy'
  })
  on('drop', PLACES, (event, place) => {
    const file = event.dataTransfer?.files[0]
    const part = partOf(place)
    if (!file || part === undefined || (event.target as Element).closest('[data-enrol], input[type=file]')) return
    event.preventDefault()
    void enrol(part, file)
  })
}
