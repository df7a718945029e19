/** Something that a person has to give or decide; nothing was changed. */
export class NotReady extends Error {}
