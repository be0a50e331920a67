/** Everything the browser does on a page; each module sets up its own listeners once. */
import { runAfterLoad } from './after-load.ts'
import { startActions } from './actions.ts'
import { startCalendarFilters } from './calendar-filters.ts'
import { startChanges } from './changes.ts'
import { startAddresses } from './fields/address.ts'
import { startAutosave } from './fields/autosave.ts'
import { startConditions } from './fields/conditions.ts'
import { startCopies } from './fields/copy.ts'
import { startDates } from './fields/date-input.ts'
import { startHues } from './fields/hue.ts'
import { startRepeats } from './fields/repeat.ts'
import { startSelectors } from './fields/selector.ts'
import { startTags } from './fields/tags.ts'
import { startNeedsOne } from './fields/needs-one.ts'
import { startUploads } from './fields/upload.ts'
import { startEnrolment } from './enrolment.ts'
import { startFlashes } from './flash.ts'
import { startHtmx } from './htmx-setup.ts'
import { startIslands } from './islands.ts'
import { startMenus } from './menu.ts'
import { startPlanning } from './planning.ts'
import { startDirty } from './popup/dirty.ts'
import { startItems } from './popup/items.ts'
import { startPopups } from './popup/open.ts'
import { startReload } from './popup/reload.ts'
import { startSteps } from './popup/steps.ts'
import { startRecent } from './recent.ts'
import { startResults } from './results.ts'
import { startSearch } from './search.ts'
import { startShell } from './shell.ts'
import { startShortcuts } from './shortcuts.ts'
import { startSignIn } from './sign-in.ts'
import { startStale } from './stale.ts'
import { startStream } from './stream.ts'
import { startBulk } from './table/bulk.ts'
import { startFilters } from './table/filters.ts'
import { startTableKeys } from './table/keyboard.ts'
import { startTables } from './table/table.ts'
import { startValidation } from './validation.ts'

startShell()
startHtmx()
startFlashes()
startSignIn()
startValidation()
startStale()
startHues()
startDates()
startSelectors()
startRepeats()
startConditions()
startCopies()
startCalendarFilters()
startPlanning()
startEnrolment()
startResults()
startTags()
startAddresses()
startNeedsOne()
startUploads()
startAutosave()
startDirty()
startItems()
startSteps()
startTables()
startFilters()
startBulk()
startTableKeys()
startMenus()
startActions()
startSearch()
startRecent()
startShortcuts()
startChanges()
startStream()
startReload()
startIslands()
startPopups()
runAfterLoad()
