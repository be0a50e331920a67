/** Sends the rows of a list in batches, says how far it is, and looks at the log afterwards. */
import { sendInBatches } from '../../../src/system/importing/importing.contract.ts'
import { on } from '../lib/dom.ts'
import { fetchJson, isFailure } from '../lib/request.ts'
import { flash } from '../flash.ts'

interface Batch {
  id: number
  done: boolean
}

/** Rows that the server has, by the key of their import: what was stopped goes on behind them. */
const sent = new Map<string, number>()

async function run(plan: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const form = button.closest<HTMLFormElement>('[data-import]')!
  const { key = '', expected = '', total = '', source = '', columns = '' } = plan.dataset
  const all = JSON.parse(plan.querySelector('textarea')!.value) as unknown[]
  const rows = all.slice(sent.get(key) ?? 0)
  const before = all.length - rows.length
  const bar = plan.querySelector<HTMLProgressElement>('[data-import-bar]')!
  const said = plan.querySelector<HTMLElement>('[data-import-said]')!
  const file = form.querySelector<HTMLInputElement>('input[type="file"]')?.files?.[0]
  const doubts = plan.querySelector<HTMLInputElement>('[name="doubts"]')?.checked ? '1' : ''
  const choices = JSON.stringify(Object.fromEntries([...plan.querySelectorAll<HTMLSelectElement>('[data-import-choice]')].flatMap((one) => (one.value === '' ? [] : [[one.dataset.importChoice ?? '', /^\d+$/.test(one.value) ? Number(one.value) : one.value]])))) // prettier-ignore
  const rest = { choices, source, columns, table: form.dataset.importTable ?? '', key, expected, total, doubts, file_names: (file?.name ?? '').slice(0, 200) } // prettier-ignore
  const post = (some: unknown[]) =>
    fetchJson<Batch>('/import/wizard', {
      method: 'POST',
      body: new URLSearchParams({ ...rest, import_data: JSON.stringify(some) }),
      source: plan,
      failText: form.dataset.importFail ?? '',
    })
  bar.hidden = false
  const answer = await sendInBatches(rows, {
    send: async (some) => {
      const took = await post(some)
      // The last one comes again until it is done.
      if (!took.done) sent.set(key, (sent.get(key) ?? 0) + some.length)
      return took
    },
    pause: (ms) => new Promise((go) => setTimeout(go, ms)),
    progress: (percent) => {
      const share = Math.floor((before * 100 + rows.length * percent) / all.length)
      bar.value = share
      said.textContent = `${share}%`
    },
  })
  if (answer) await checkOutcomes(plan, answer, Number(total), form.dataset.importFail ?? '')
}

async function checkOutcomes(plan: HTMLElement, { id, done }: Batch, total: number, failText: string): Promise<void> {
  const { count } = await fetchJson<{ count: number }>(`/import/getLogCount?id=${id}`, { source: plan, failText })
  if (!done || count !== total) return flash(failText, 'error')
  const log = plan.querySelector<HTMLAnchorElement>('[data-import-log]')!
  log.href = `/import/getLogFile?id=${id}`
  log.hidden = false
  plan.querySelector('[data-import-go]')!.remove()
}

export function start(): void {
  on('submit', '[data-import]', (event) => event.preventDefault())
  on('click', '[data-import-go]', (_event, element) => {
    const button = element as HTMLButtonElement
    button.disabled = true
    run(button.closest<HTMLElement>('[data-import-plan]')!, button)
      .catch((error: unknown) => {
        // It was told; the button goes on where it stopped.
        if (!isFailure(error)) throw error
      })
      .finally(() => (button.disabled = false))
  })
}
