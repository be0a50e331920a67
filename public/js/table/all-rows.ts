/** What is done with all rows that the filters of a list keep, without choosing them first. */
import type { Action } from '../../../src/platform/screens/models.ts'
import { flash } from '../flash.ts'
import { on } from '../lib/dom.ts'
import { fetchJson, isFailure, withParams } from '../lib/request.ts'
import { openPopup } from '../popup/open.ts'
import { filtersOf, tableOf } from './markup.ts'

async function run(table: HTMLElement, button: HTMLElement): Promise<void> {
  const { all, url } = JSON.parse(button.dataset.allRows!) as Action
  const params: [string, string][] = [...filtersOf(table), ['checkAll', '1']]
  try {
    const ids = await fetchJson<number[]>(withParams(table.dataset.url ?? '', params), { source: button })
    const most = all!.most.toLocaleString('nl-NL')
    if (ids.length > all!.most) flash(`Hooguit ${most} tegelijk: filter verder.`, 'info')
    // So many do not fit an address.
    else if (ids.length > 0) await openPopup(url, { opener: button, data: { ids: ids.join(',') } })
  } catch (error) {
    if (!isFailure(error)) throw error
  }
}

export function start(): void {
  on('click', '[data-all-rows]', (_event, button) => {
    const table = tableOf(button)
    if (table) void run(table, button)
  })
}
