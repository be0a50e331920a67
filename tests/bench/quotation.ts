import { tokenHash } from '../../src/platform/links.ts'
import { QUOTATION_TOKEN } from './bulk-sales.ts'
import { median, timed } from './figures.ts'

/** Fewer than an address may look at quotations in ten minutes. */
const LOOKS = 100

/** The page of a quotation as its customer reads it, against the bare limit, in turns; who asks for more is held off. */
export async function quotationOnline(ours: string, limit: string): Promise<string> {
  const look = async (url: string) => {
    const { ms, value } = await timed(async () => {
      const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
      return { status: answer.status, text: await answer.text() }
    })
    if (value.status !== 200) throw new Error(`${url} answered ${value.status}`)
    return ms
  }
  const times = { ours: [] as number[], limit: [] as number[] }
  for (let i = 0; i < LOOKS; i++) {
    times.limit.push(await look(`${limit}/offerte/${tokenHash(QUOTATION_TOKEN)}`))
    times.ours.push(await look(`${ours}/offerte/${QUOTATION_TOKEN}`))
  }
  const [own, bare] = [median(times.ours), median(times.limit)]
  return `${own.toFixed(2)} ms, the limit ${bare.toFixed(2)} ms (${(own / bare).toFixed(1)} times)`
}
