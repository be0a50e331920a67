/** What fields of forms do, wherever they stand. */
import { lazy } from '../lazy.ts'
import { startAutosave } from './autosave.ts'
import { startConditions } from './conditions.ts'
import { startCopies } from './copy.ts'
import { startDates } from './date-input.ts'
import { startDateSpans } from './date-span.ts'
import { startDurations } from './duration.ts'
import { startExclusives } from './exclusive.ts'
import { startHues } from './hue.ts'
import { startNeedsOne } from './needs-one.ts'
import { startNotes } from './notes.ts'
import { startPanels } from './panels.ts'
import { startSelectors } from './selector.ts'
import { startTags } from './tags.ts'
import { startTimePicker } from './time-picker.ts'
import { startUploads } from './upload.ts'

export function startFields(): void {
  startHues()
  startDates()
  // What was typed is written out by then.
  startDateSpans()
  startDurations()
  startTimePicker()
  startSelectors()
  // What was chosen counts by then.
  startConditions()
  lazy('[data-repeat-items]', () => import('./repeat.ts'))
  lazy('[data-sort-list]', () => import('./sort-list.ts'))
  startPanels()
  startCopies()
  startTags()
  lazy('[data-address-lookup]', () => import('./address.ts'))
  startNotes()
  startExclusives()
  startNeedsOne()
  startUploads()
  startAutosave()
}
