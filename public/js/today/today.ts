/** The day of a teacher, and the page of a student, stay true while they stand: what begins when, and what somebody changed. */
import { type Phase, phaseOf, phaseText } from '../../../src/training/day/today/today.contract.ts'
import { onChanged } from '../changes.ts'
import { shownSince } from '../lib/kept-pages.ts'
import { fetchHtml, isFailure } from '../lib/request.ts'
import { redraw } from '../region.ts'

const EVERY_MS = 20_000
/** Notices that come together, such as one for each student, cause one request. */
const GATHER_MS = 300
const CSS: Record<Phase, string> = { soon: 'st-planned', now: 'st-confirmed', over: 'st-done' }

function tick(): void {
  for (const chip of document.querySelectorAll<HTMLElement>('[data-today-phase]')) {
    const [from, until] = [Number(chip.dataset.starts), Number(chip.dataset.ends)] as const
    const text = phaseText(from, until, Date.now())
    if (chip.textContent === text) continue
    chip.textContent = text
    chip.classList.remove(...Object.values(CSS))
    chip.classList.add(CSS[phaseOf(from, until, Date.now())])
  }
}

async function refresh(): Promise<void> {
  const page = document.querySelector<HTMLElement>('[data-today]')
  const around = page?.parentElement
  if (!around) return
  try {
    await redraw(around, await fetchHtml(page.dataset.today ?? '', { failText: '' }))
  } catch (error) {
    // What stands there is still the best there is.
    if (!isFailure(error)) throw error
  }
}

export function start(): void {
  setInterval(tick, EVERY_MS)
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void refresh(), GATHER_MS)
  }
  onChanged(['appointment', 'enrolment', 'checklist-submission', 'teacher-request', 'teacher-application'], soon)
  document.addEventListener('connection:changed', () => shownSince() === null && soon())
  // A phone that comes out of a pocket may stand there since yesterday.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && soon())
}
