import { preview } from '../../../platform/screens/form/preview.ts'
import { enrolmentPlanningArea } from '../../rights.ts'
import { MessageForm } from './autopilot.forms.ts'
import { readProposal } from './reading.queries.ts'
import { PROPOSED } from './notices.mails.ts'

/** The message as one of those who are told will get it; nothing is kept and nothing goes. */
export const autopilotMessage = preview({
  area: enrolmentPlanningArea,
  record: 'refresher',
  recordParam: null,
  right: 'change',
  path: '/courseRefresher/proposal/message',
  form: MessageForm,
  view: 'training/autopilot/message',
  load: ({ db, viewer, services, form }) => readProposal(db, services, viewer, form),
  example: (story) => ({
    form: {
      'lines[]': `${story.autopilot.due}:p${story.autopilot.part}`,
      'kinds[]': 'supervisors',
      status: 'option',
      reader: `${story.contacts.supervisor}:p${story.autopilot.part}`,
      ...PROPOSED,
    },
  }),
})
