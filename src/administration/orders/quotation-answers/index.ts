import { blockers } from '../../../platform/blockers.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { personData, retentionKinds } from '../../../system/privacy/points.ts'
import { attention } from '../../../system/attention/points.ts'
import { rowsWaiting } from '../quotations/index.ts'
import { quotationsArea } from '../quotations/rights.ts'
import { questionFields } from './answers.fields.ts'
import { countOpen, questionNames, questionsVisibleTo } from './answers.queries.ts'
import * as screens from './answers.screens.ts'
import { answerArea } from './rights.ts'
import { DRAW } from './answering.commands.ts'
import { answerData, questionRetention, signingRetention } from './person-data.ts'
import { answerStep, quotationAnswer } from './portal.screens.ts'
import * as publicScreens from './public.screens.ts'
import { answersInRail } from './rail.ts'
import { drawSigning } from './signing.files.ts'
import { seedAnswers } from './story.ts'

/** What customers do with a quotation behind its link: read it, ask about it, accept it with a signature, or decline it. */
export const quotationAnswers: ModulePart = {
  screens: [...[screens, publicScreens].flatMap((declared) => Object.values(declared)), quotationAnswer],
  records: [
    {
      type: 'quotation-question',
      label: { one: 'vraag over een offerte', many: 'vragen over offertes' },
      area: quotationsArea,
      table: 'quotation_questions',
      visibleTo: questionsVisibleTo,
      open: '/administration/quotation/question/{id}',
      fields: questionFields,
      names: questionNames,
    },
  ],
  jobs: { [DRAW]: drawSigning },
  story: seedAnswers,
  gifts: [
    give(popupTabs, [
      {
        record: 'quotation',
        key: 'answers',
        label: 'Van de klant',
        icon: 'message-question',
        area: quotationsArea,
        order: 20,
        url: (id) => `/administration/quotation/answers/${id}`,
        count: (_viewer, id) => countOpen(id),
        rail: answersInRail,
      },
    ]),
    give(popupActions, [answerStep]),
    give(attention, [
      {
        name: 'quotations_answerable',
        kind: 'money',
        icon: 'hourglass',
        tone: 'warning',
        label: { one: 'offerte die op uw antwoord wacht', many: 'offertes die op uw antwoord wachten' },
        area: answerArea,
        right: 'change',
        url: '/administration/quotations?waiting=answerable',
        rows: (viewer) => rowsWaiting('answerable', viewer),
      },
    ]),
    give(blockers, [
      {
        record: 'quotation',
        what: 'delete',
        reasons: async (db, id) => [
          {
            label: 'Getekende akkoorden',
            one: 'getekend akkoord',
            count: await countOf(db.selectFrom('quotation_signings').select('id').where('quotation_id', '=', id)),
          },
        ],
      },
    ]),
    give(personData, [answerData]),
    give(retentionKinds, [signingRetention, questionRetention]),
  ],
}
