import { HttpError } from '../../../platform/errors.ts'
import { blockers } from '../../../platform/blockers.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { personData, retentionKinds } from '../../../system/privacy/points.ts'
import { sql } from 'kysely'
import { evaluationsArea, questionsArea } from '../questionnaires/rights.ts'
import { lookupTargets } from '../../day/kiosk/points.ts'
import { evaluationTarget } from './lookup.ts'
import { evaluationData, evaluationRetention, struckOffRetention } from './person-data.ts'
import * as publicScreens from './public.screens.ts'
import { seedSubmissions } from './story.ts'
import { filledBlockers, planningBlockers } from './submissions.queries.ts'
import * as screens from './submissions.screens.ts'

export { FEWEST } from './fewest.rules.ts'
export { evaluationMoments } from './moments.ts'

const { formModel: _formModel, ...forms } = publicScreens

/** Of two who both answered, or of whom both were judged, neither goes for the other. */
const refuseBoth = () =>
  Promise.reject(
    new HttpError(409, 'Van beide contacten is in dezelfde evaluatie iets ingevuld. Verwijder eerst een van de twee.'),
  )

/** What students answer. */
export const submissions: ModulePart = {
  screens: [forms, screens].flatMap((declared) => Object.values(declared)),
  afterStory: seedSubmissions,
  gifts: [
    give(popupTabs, [
      {
        record: 'evaluation',
        key: 'preview',
        label: 'Voorbeeld',
        icon: 'device-mobile',
        area: questionsArea,
        order: 10,
        url: (id) => `/evaluations/preview/${id}`,
      },
    ]),
    give(popupActions, [
      {
        record: 'appointment',
        place: 'menu',
        order: 30,
        area: evaluationsArea,
        right: 'view',
        action: ({ id }) => ({ label: 'Evaluatie', icon: 'star', kind: 'popup', url: `/evaluations/details/${id}` }),
        when: (
          _viewer,
          id,
        ) => sql`(select exists (select from appointments p join appointment_groups g on g.id = p.group_id
          where p.id = ${id} and (exists (select from course_evaluations ce where ce.course_id = g.course_id)
            or exists (select from evaluation_submissions s where s.group_id = g.id))))`,
      },
    ]),
    give(lookupTargets, [evaluationTarget]),
    give(blockers, [
      { record: 'appointment', what: 'delete', reasons: planningBlockers },
      { record: 'course', what: 'delete', reasons: filledBlockers('course_id') },
      { record: 'company', what: 'delete', reasons: filledBlockers('company_id') },
      { record: 'establishment', what: 'delete', reasons: filledBlockers('establishment_id') },
    ]),
    give(personData, [evaluationData]),
    give(retentionKinds, [evaluationRetention, struckOffRetention]),
    give(mergeStrategies, [
      { record: 'contact', table: 'evaluation_submissions', column: 'contact_id', merges: refuseBoth },
      { record: 'contact', table: 'evaluation_answers', column: 'teacher_id', merges: refuseBoth },
      { record: 'contact', table: 'evaluation_struck_off', column: 'contact_id', merges: 'drop' },
      { record: 'company', table: 'evaluation_submissions', column: 'company_id', merges: 'moves' },
    ]),
  ],
}
