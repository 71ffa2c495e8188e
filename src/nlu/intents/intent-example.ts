/** A message labelled with its intent, and the encoder's vector of the message. */
export type IntentExample = { text: string; intent: string; vector: Float32Array };
