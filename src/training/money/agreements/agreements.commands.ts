import { Invalid } from '../../../platform/errors.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { lockVersion } from '../../../platform/database/versioned.ts'
import { formatCount } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import type { AgreementEdit, AgreementInput } from './agreements.forms.ts'
import { listLines } from './agreements.queries.ts'

type LineInput = AgreementInput['courses'][number]

export async function addAgreement(
  trx: Trx,
  companyId: number,
  { courses, ...input }: AgreementInput,
): Promise<number> {
  const { id } = await trx
    .insertInto('training_agreements')
    .values({ ...input, company_id: companyId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setLines(trx, id, courses)
  return id
}

/** @throws NotFound, Stale when someone else saved first, Invalid on the courses */
export async function editAgreement(
  trx: Trx,
  id: number,
  { version, courses, ...input }: AgreementEdit,
): Promise<void> {
  await lockVersion(trx, 'training_agreements', id, version, input)
  // Every save moves the version, for the courses are rows of their own: two editors of one agreement always meet.
  await trx
    .updateTable('training_agreements')
    .set({ ...input, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await setLines(trx, id, courses)
}

export async function deleteAgreement(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('training_agreements').where('id', '=', id).execute()
}

/** @throws Invalid for a course that stands there twice, and for places that were used already */
async function setLines(trx: Trx, agreementId: number, courses: LineInput[]): Promise<void> {
  const twice = courses.findIndex(({ course_id }, i) => courses.findIndex((line) => line.course_id === course_id) < i)
  if (twice >= 0) throw new Invalid({ [`courses.${twice}.course_id`]: ['Deze opleiding staat er al.'] })
  const stored = await listLines(trx, [agreementId], today())
  const kept = courses.flatMap(({ id }) => (id === null ? [] : [id]))
  if (kept.some((id) => !stored.some((line) => line.id === id)))
    throw new Invalid({ _form: ['Een opleiding is intussen verwijderd. Vernieuw de gegevens en probeer het opnieuw.'] })
  const gone = stored.filter(({ id }) => !kept.includes(id))
  await dropLines(trx, gone)
  for (const [i, { id, ...line }] of courses.entries()) {
    const before = stored.find((one) => one.id === id)
    if (before && line.places < before.used)
      throw new Invalid({
        [`courses.${i}.places`]: [`Er zijn al ${formatCount(before.used, 'plaats', 'plaatsen')} gebruikt.`],
      })
    if (id === null)
      await trx
        .insertInto('training_agreement_courses')
        .values({ ...line, agreement_id: agreementId })
        .execute()
    else await trx.updateTable('training_agreement_courses').set(line).where('id', '=', id).execute()
  }
}

async function dropLines(trx: Trx, gone: { id: number; course: string }[]): Promise<void> {
  if (gone.length === 0) return
  const ids = gone.map(({ id }) => id)
  const used = await trx
    .selectFrom('training_agreement_uses')
    .select('line_id')
    .distinct()
    .where('line_id', 'in', ids)
    .execute()
  const held = gone.find(({ id }) => used.some(({ line_id }) => line_id === id))
  if (held) throw new Invalid({ courses: [`Van ${held.course} zijn al plaatsen gebruikt; laat deze opleiding staan.`] })
  await trx.deleteFrom('training_agreement_courses').where('id', 'in', ids).execute()
}
