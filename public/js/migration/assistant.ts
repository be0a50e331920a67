/** Moving over from an older system: fetches its data part by part, and shows how far it is. */
import {
  type Double,
  FAILED_DEPENDENCY,
  MIGRATION_FAILED,
  doublesText,
  fetchParts,
} from '../../../src/system/migration-assistant/assistant.contract.ts'
import { flash } from '../flash.ts'
import { on } from '../lib/dom.ts'
import { RequestFailed, fetchJson, isFailure } from '../lib/request.ts'
import { alertPopup } from '../popup/dialogs.ts'
import { fillRegion, pointRegion } from '../region.ts'

const STEPS = '/settings/migration/steps'
const regionOf = (element: Element) => element.closest<HTMLElement>('[data-migration]')!

interface Fetched {
  fetched: number
  total: number
}

const doublesOf = (error: unknown): Double[] | null =>
  error instanceof RequestFailed && error.status === FAILED_DEPENDENCY
    ? (error.body as { doubles: Double[] }).doubles
    : null

async function fetchKind(button: HTMLButtonElement): Promise<void> {
  const region = regionOf(button)
  const kind = button.closest<HTMLElement>('.migration-kind')!
  const bar = kind.querySelector<HTMLProgressElement>('[data-migration-bar]')!
  const said = kind.querySelector<HTMLElement>('[data-migration-said]')!
  const { migrationFetch: what = '', missing = '' } = button.dataset
  let last: Fetched = { fetched: 0, total: 0 }
  try {
    await fetchParts(missing.split(',').map(Number), {
      get: async (part) => {
        last = await fetchJson<Fetched>(`/settings/migration/get_data/${what}/${part}`, { token: true, source: kind, failText: '' }) // prettier-ignore
      },
      pause: (ms) => new Promise((go) => setTimeout(go, ms)),
      isFinal: (error) => !isFailure(error) || doublesOf(error) !== null,
      progress: (percent) => {
        bar.value = percent
        said.textContent = `${percent}%, ${last.fetched} van ${last.total}`
      },
    })
  } catch (error) {
    if (!isFailure(error)) throw error
    const doubles = doublesOf(error)
    if (doubles) await alertPopup(doublesText(doubles))
    else flash(MIGRATION_FAILED, 'error')
  }
  await fillRegion(region)
}

export function start(): void {
  on('click', '[data-migration-step]', (_event, button) => {
    void pointRegion(regionOf(button), `${STEPS}?step=${button.dataset.migrationStep ?? ''}`)
  })
  on('click', '[data-migration-check]', (_event, button) => {
    fetchJson('/settings/migration/check_connection', { source: button }).catch((error: unknown) => {
      // It was told.
      if (!isFailure(error)) throw error
    })
  })
  on('click', '[data-migration-fetch]', (_event, element) => {
    const button = element as HTMLButtonElement
    button.disabled = true
    void fetchKind(button).finally(() => (button.disabled = false))
  })
}
