import type { JobHandler } from '../../../platform/jobs/jobs.ts'
import type { Download } from '../../../platform/screens/call/calls.ts'
import type { Services } from '../../../platform/services.ts'
import { type KeptPaper, type PaperFacts, keptPaper } from '../../sales/papers/index.ts'
import { type Signing, getSigning } from './answers.queries.ts'
import { agreedSentences } from './answers.rules.ts'

/** What was signed as it was read, with how it was. */
const signedFacts = ({ paper, signature, ...signed }: Signing): PaperFacts => ({
  ...paper,
  title: `${paper.title} (getekend)`,
  agreed: { sentences: agreedSentences(signed), signature },
  createdAt: signed.signed_at,
})

/** The document of what was signed: drawn once, known by its hash. @throws NotFound */
export async function signedPaper(services: Pick<Services, 'db' | 'files'>, id: number): Promise<KeptPaper> {
  const signing = await getSigning(services.db, id)
  return keptPaper(services, { type: 'signing', id, uid: `${signing.uid}-${id}` }, () =>
    Promise.resolve(signedFacts(signing)),
  )
}

/** The same to take along. @throws NotFound */
export async function signedDownload(services: Services, id: number): Promise<Download> {
  const { uid } = await getSigning(services.db, id)
  const { key } = await signedPaper(services, id)
  return { name: `offerte-${uid}-getekend.pdf`, mimeType: 'application/pdf', content: await services.files.open(key) }
}

/** Draws what was signed, soon after. */
export const drawSigning: JobHandler = async ({ id }, services) => {
  await signedPaper(services, Number(id))
}
