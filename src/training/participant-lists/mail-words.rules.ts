/** The lines with which mails begin and end. Digits or an address on such a line make it another one. */
const GREETING =
  /^(?:beste|geachte|hallo|hoi|hi|hey|dag|goede(?:morgen|middag|navond)|l\.?s\.?|dear|hello)(?:[\s,!]|$)[^\d@]*$/i
const CLOSING =
  /^(?:met (?:\p{L}+ )?groet(?:en)?|(?:vriendelijke |hartelijke |veel |de )?groet(?:en|jes)?|m\.?v\.?g|alvast (?:\p{L}+ )?(?:bedankt|dank)|(?:bij voorbaat |hartelijk )?(?:dank|bedankt)|kind regards|best regards|regards)(?:[\s.,!]|$)[^\d@]*$/iu

export const isGreeting = (line: string): boolean => GREETING.test(line)

/** From here on only the signature follows, and who signs is not on the list. */
export const isClosing = (line: string): boolean => CLOSING.test(line)
