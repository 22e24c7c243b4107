/** The part of the package that is used here; it has no types of its own. */
declare module "seek-bzip" {
  abstract class Stream {
    abstract readByte(): number;
    abstract eof(): boolean;
  }
  const Bunzip: {
    Stream: typeof Stream;
    decode(input: Stream, output: { writeByte(byte: number): void }, multistream: boolean): void;
  };
  export default Bunzip;
}
