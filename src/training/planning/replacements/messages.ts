import { messageSetting } from '../../../system/messages/index.ts'
import { KINDS, replacementAudience } from './audience.ts'

const readBy = (...kinds: string[]) => ({ audience: replacementAudience, kinds })

/** Which messages people read when somebody takes over. */
export const replacementMessages = messageSetting({
  key: 'replacement_messages',
  text: 'Deze standaardberichten gaan uit als een ander onderdelen overneemt.',
  when: 'Bij het overdragen',
  readers: {
    to_replacing: readBy(KINDS.replacing),
    to_replaced: readBy(KINDS.replaced),
    to_students: readBy(KINDS.students, KINDS.asking),
  },
  files: true,
  example: (story) => ({ form: { ...story.replacementMessages, to_students: story.replacementMessages.to_replaced } }),
})
