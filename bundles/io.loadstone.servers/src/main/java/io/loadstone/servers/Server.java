package io.loadstone.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;

/** Where a server listens. */
public sealed interface Server {
  /**
   * Looks it up.
   *
   * @throws IOException if the name is not known
   */
  SocketAddress address() throws IOException;

  /**
   * The server's part of a target's identity: equal for two names of the same server.
   *
   * @throws IOException if the name is not known, or nothing is there
   */
  String identity() throws IOException;

  /**
   * A host and its port.
   *
   * @param host a name or an address, IPv6 without brackets
   * @param port 1 to 65535
   */
  record Tcp(String host, int port) implements Server {
    @Override
    public InetSocketAddress address() throws IOException {
      return new InetSocketAddress(resolved(), port);
    }

    @Override
    public String identity() throws IOException {
      InetAddress address = resolved();
      return (address.isLoopbackAddress() ? "loopback" : address.getHostAddress()) + ":" + port;
    }

    private InetAddress resolved() throws IOException {
      try {
        return InetAddress.getByName(host);
      } catch (UnknownHostException e) {
        throw new IOException("the host " + host + " is not known; correct its name", e);
      }
    }

    @Override
    public String toString() {
      return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
  }

  /**
   * A socket in the file system.
   *
   * @param path absolute
   */
  record UnixSocket(Path path) implements Server {
    @Override
    public SocketAddress address() {
      return UnixDomainSocketAddress.of(path);
    }

    @Override
    public String identity() throws IOException {
      return path.toRealPath().toString();
    }

    @Override
    public String toString() {
      return path.toString();
    }
  }
}
