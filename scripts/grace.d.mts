export const grace: { ms: number; isEnding: boolean }
