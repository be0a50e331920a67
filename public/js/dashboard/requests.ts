/** What charts are drawn from: one request for each path, whoever asks (P-160). */
import { type WidgetData, type WidgetFilters, askedFilters } from '../../../src/system/dashboard/dashboard.contract.ts'

/** An answer serves who asks within this after it came (P-162). */
export const CLEAR_MS = 1000

/** Between the tables of one widget. */
const STAGGER_MS = 500

/** When each of so many tables loads, in ms after their widget came. */
export const tableDelays = (count: number): number[] => Array.from({ length: count }, (_none, i) => i * STAGGER_MS)

type Fetch = (url: string, signal: AbortSignal) => Promise<WidgetData>
type Later = (callback: () => void, ms: number) => unknown

interface Entry {
  asked: string
  answer: Promise<WidgetData>
  controller: AbortController
}

/** @returns asks for the numbers of a path; what was asked there with other filters is given up (P-161) */
export function widgetRequests(fetchData: Fetch, later: Later = setTimeout) {
  const entries = new Map<string, Entry>()
  return (path: string, filters: WidgetFilters): Promise<WidgetData> => {
    const asked = new URLSearchParams(askedFilters(filters)).toString()
    const running = entries.get(path)
    if (running?.asked === asked) return running.answer
    running?.controller.abort()
    const controller = new AbortController()
    const answer = fetchData(asked === '' ? path : `${path}?${asked}`, controller.signal)
    const entry = { asked, answer, controller }
    const clear = () => entries.get(path) === entry && entries.delete(path)
    entries.set(path, entry)
    // Nothing is gained by keeping a failure.
    answer.then(() => later(clear, CLEAR_MS), clear)
    return answer
  }
}
