/** Phones whose network and power fail where chance says so: their disks stay, and each can be switched on again. */
import { Worker } from 'node:worker_threads'
import type { Browser, TestApp } from './app.ts'
import type { PhoneForm, PhoneStart } from './phone.ts'

/** What becomes of a step: of storing, or of a request; 'closed' and 'dead' switch the phone off after and before it. */
export type Fate = 'well' | 'cut' | 'lost' | 'closed' | 'dead'

interface Said {
  id: number
  ready?: true
  done?: number
  value?: unknown
  error?: string
  commit?: { puts: ({ key: string } & Record<string, unknown>)[]; deletes: string[] }
  send?: string
  close?: string
}

export interface Phone {
  /** How often it was switched off, by where. */
  readonly died: { storing: number; sending: number }
  /** What lies on its disk: operations, and beside them files and ids. */
  disk: Map<string, unknown>
  /** Fills in a form; null where the phone was switched off meanwhile. */
  fill(form: PhoneForm): Promise<number | null>
  /** Sends what waits; answers how much is left, or null where it was switched off. */
  empty(): Promise<number | null>
  off(): Promise<void>
}

export async function phoneOf(app: TestApp, who: Browser, fate: (step: 'store' | 'send') => Fate): Promise<Phone> {
  const { token } = (await who.get('/ajax/getToken')).json<{ token: string }>()
  const disk = new Map<string, unknown>()
  const died = { storing: 0, sending: 0 }
  let worker: Worker | null = null
  let asked = 0
  let waiting = new Map<number, { resolve: (value: number | null) => void; reject: (error: Error) => void }>()

  async function off(): Promise<void> {
    const [gone, left] = [worker, waiting]
    worker = null
    waiting = new Map()
    await gone?.terminate()
    for (const { resolve } of left.values()) resolve(null)
  }

  function heard(from: Worker, said: Said): void {
    if (from !== worker) return
    if (said.done !== undefined) {
      const waiter = waiting.get(said.done)
      waiting.delete(said.done)
      if (said.error === undefined) waiter?.resolve(said.value as number)
      else waiter?.reject(new Error(said.error))
      return
    }
    if (said.close !== undefined) return void (died.sending++, off())
    const what = fate(said.commit ? 'store' : 'send')
    if (what === 'dead') return void (died[said.commit ? 'storing' : 'sending']++, off())
    if (said.commit) {
      for (const key of said.commit.deletes) disk.delete(key)
      for (const record of said.commit.puts) disk.set(record.key, record)
      if (what === 'closed') return void (died.storing++, off())
    }
    from.postMessage({ answer: said.id, value: what })
  }

  async function on(): Promise<Worker> {
    if (worker) return worker
    const start: PhoneStart = { url: app.url, cookie: who.cookie, token, viewer: who.userId!, disk: [...disk] }
    const started = new Worker(new URL('./phone.ts', import.meta.url), { workerData: start, execArgv: [] })
    worker = started
    await new Promise<void>((resolve, reject) => {
      started.on('error', reject)
      started.on('message', (said: Said) => (said.ready ? resolve() : heard(started, said)))
    })
    return started
  }

  async function call(what: object): Promise<number | null> {
    const to = await on()
    const id = ++asked
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      to.postMessage({ id, ...what })
    })
  }

  return { died, disk, off, fill: (form) => call({ fill: form }), empty: () => call({}) }
}
