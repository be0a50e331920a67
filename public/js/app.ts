/** Everything the browser does on a page; each module sets up its own listeners once. */
import { runAfterLoad } from './after-load.ts'
import { startActions } from './actions.ts'
import { startCalendarFilters } from './calendar-filters.ts'
import { startChanges } from './changes.ts'
import { startCurrentUser } from './current-user.ts'
import { startAddresses } from './fields/address.ts'
import { startAutosave } from './fields/autosave.ts'
import { startConditions } from './fields/conditions.ts'
import { startCopies } from './fields/copy.ts'
import { startDates } from './fields/date-input.ts'
import { startDateSpans } from './fields/date-span.ts'
import { startDurations } from './fields/duration.ts'
import { startExclusives } from './fields/exclusive.ts'
import { startHues } from './fields/hue.ts'
import { startNotes } from './fields/notes.ts'
import { startPanels } from './fields/panels.ts'
import { startRecipients } from './fields/recipients.ts'
import { startRepeats } from './fields/repeat.ts'
import { startSelectors } from './fields/selector.ts'
import { startStylePreviews } from './fields/style-preview.ts'
import { startTimePicker } from './fields/time-picker.ts'
import { startTags } from './fields/tags.ts'
import { startTradeRegister } from './fields/trade-register.ts'
import { startNeedsOne } from './fields/needs-one.ts'
import { startUploads } from './fields/upload.ts'
import { startDeveloper } from './developer/chord.ts'
import { startEnrolment } from './enrolment.ts'
import { startFlashes } from './flash.ts'
import { startHtmx } from './htmx-setup.ts'
import { startIslands } from './islands.ts'
import { startMenus } from './menu.ts'
import { startOnce } from './once.ts'
import { startOwnStorage } from './lib/own-storage.ts'
import { startPlanning } from './planning.ts'
import { startDownloads } from './download.ts'
import { startDirty } from './popup/dirty.ts'
import { startItems } from './popup/items.ts'
import { startPopups } from './popup/open.ts'
import { startReload } from './popup/reload.ts'
import { startSteps } from './popup/steps.ts'
import { startPrinting } from './presence/print.ts'
import { startSignatures } from './presence/signature.ts'
import { startQuestions } from './question.ts'
import { startRecent } from './recent.ts'
import { startRegions } from './region.ts'
import { startResults } from './results.ts'
import { startReturning } from './returns.ts'
import { startSearch } from './search.ts'
import { startShell } from './shell.ts'
import { startShortcuts } from './shortcuts.ts'
import { startSignIn } from './sign-in.ts'
import { startStale } from './stale.ts'
import { startStream } from './stream.ts'
import { startBulk } from './table/bulk.ts'
import { startFilters } from './table/filters.ts'
import { startHints } from './table/hints.ts'
import { startTableKeys } from './table/keyboard.ts'
import { startSelections } from './table/selection.ts'
import { startTables } from './table/table.ts'
import { startValidation } from './validation.ts'

startOwnStorage()
startShell()
startHtmx()
startFlashes()
startSignIn()
startValidation()
startOnce()
startStale()
startQuestions()
startHues()
startDates()
startDateSpans()
startDurations()
startTimePicker()
startSelectors()
startRepeats()
startPanels()
startConditions()
startCopies()
startCalendarFilters()
startPlanning()
startEnrolment()
startReturning()
startResults()
startSignatures()
startPrinting()
startDownloads()
startTags()
startAddresses()
startTradeRegister()
startNotes()
startExclusives()
startStylePreviews()
startNeedsOne()
startRecipients()
startUploads()
startAutosave()
startDirty()
startRegions()
startItems()
startSteps()
startSelections()
startTables()
startFilters()
startHints()
startBulk()
startTableKeys()
startMenus()
startActions()
startSearch()
startRecent()
startShortcuts()
startDeveloper()
startChanges()
startStream()
startReload()
startIslands()
startPopups()
startCurrentUser()
runAfterLoad()
