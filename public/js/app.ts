/** What every page needs; each module sets up its own listeners once. What only some screens need is in areas.ts. */
import { runAfterLoad } from './after-load.ts'
import { startActions } from './actions.ts'
import { startAreas } from './areas.ts'
import { startChanges } from './changes.ts'
import { startCurrentUser } from './current-user.ts'
import { startFailures } from './failures.ts'
import { startFields } from './fields/start.ts'
import { startFlashes } from './flash.ts'
import { startHtmx } from './htmx-setup.ts'
import { startInstalled } from './installed.ts'
import { startIslands } from './islands.ts'
import { startLateStyle } from './late-style.ts'
import { lazy, startLazy } from './lazy.ts'
import { startMenus } from './menu.ts'
import { startDoubleSubmitGuard } from './double-submit.ts'
import { startKeptPages } from './lib/kept-pages.ts'
import { startOwnStorage } from './lib/own-storage.ts'
import { startDownloads } from './download.ts'
import { startDirty } from './popup/dirty.ts'
import { startKeptForms } from './kept-forms.ts'
import { startItems } from './popup/items.ts'
import { startPopups } from './popup/open.ts'
import { startReload } from './popup/reload.ts'
import { startQuestions } from './question.ts'
import { startRecent } from './recent-records.ts'
import { startRegions } from './region.ts'
import { startReturning } from './returns.ts'
import { startSearch } from './search.ts'
import { startShell } from './shell.ts'
import { startShortcuts } from './shortcuts.ts'
import { startSignedOut } from './signed-out.ts'
import { startStale } from './stale.ts'
import { startStream } from './stream.ts'
import { startTableParts } from './table/start.ts'
import { startUndo } from './undo-flash.ts'
import { startUnsent } from './unsent.ts'
import { startValidation } from './validation.ts'
import { startWaiting } from './waiting.ts'

startOwnStorage()
startKeptPages()
startLateStyle()
startLazy()
startShell()
startFailures()
startHtmx()
startUndo()
startFlashes()
startSignedOut()
startValidation()
startDoubleSubmitGuard()
startStale()
startQuestions()
startFields()
startReturning()
startDownloads()
startDirty()
startRegions()
startItems()
startKeptForms()
lazy('[data-kept-list]', () => import('./kept-day.ts'))
lazy('form[data-steps]', () => import('./popup/steps.ts'))
startTableParts()
startMenus()
startActions()
startSearch()
startRecent()
startShortcuts()
startAreas()
startChanges()
startStream()
startReload()
startIslands()
startPopups()
startCurrentUser()
startWaiting()
startInstalled()
startUnsent()
runAfterLoad()
